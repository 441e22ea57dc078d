import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, NavLink, useLocation } from "react-router";
import type { Role } from "#features/access/rules/rights.ts";
import { LanguageSwitch } from "#ui/i18n/messages-switch.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ChevronDown, ExternalLink, LogOut, Menu, Monitor, Moon, Search, Sun, X } from "#ui/icons.ts";
import { Logo } from "#ui/logo.tsx";
import { SignOut } from "../shell/shop-account.tsx";
import { type AdminGroup, groupsFor, leadsTo, type Waiting } from "./links.ts";
import type { AdminTheme } from "./theme.ts";

const drawerId = "admin-drawer";
const icon = { size: 20, strokeWidth: 1.6, "aria-hidden": true } as const;

type Props = {
  name: string;
  role: Role | undefined;
  theme: AdminTheme | undefined;
  waiting: Waiting;
  isOpen: boolean;
  onFind: () => void;
};

export function AdminSidebar(props: Props) {
  return (
    <header className="admin-side">
      <Link to="/admin" className="px-3">
        <Logo />
      </Link>
      <FindButton onFind={props.onFind} />
      <Entries {...props} />
    </header>
  );
}

/** Hidden without scripts, which the search needs. */
function FindButton({ onFind }: Pick<Props, "onFind">) {
  const { t } = useTranslation("admin");
  return (
    <button type="button" className="admin-find with-scripts" aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      {t("find.open")}
      <kbd aria-hidden="true">{t("find.key")}</kbd>
    </button>
  );
}

export function AdminDrawer(props: Props) {
  const { t } = useTranslation("common");
  const { t: admin } = useTranslation("admin");
  const drawer = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const shownFor = useRef(key);
  useEffect(() => {
    if (shownFor.current === key) return;
    shownFor.current = key;
    if (drawer.current?.matches(":popover-open")) drawer.current.hidePopover();
  }, [key]);
  return (
    <header className="admin-top">
      <Link to="/admin">
        <Logo />
      </Link>
      <div className="flex">
        <button type="button" aria-label={admin("find.open")} className="icon-btn with-scripts" onClick={props.onFind}>
          <Search size={22} strokeWidth={1.6} aria-hidden="true" />
        </button>
        <button type="button" popoverTarget={drawerId} aria-label={t("nav.openMenu")} className="icon-btn">
          <Menu size={24} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </div>
      <div
        ref={drawer}
        id={drawerId}
        popover="auto"
        role="dialog"
        aria-label={admin("nav.title")}
        className="admin-drawer"
        onToggle={showCurrent}
      >
        <div className="flex items-center justify-between ps-3">
          <Logo />
          <button
            type="button"
            popoverTarget={drawerId}
            popoverTargetAction="hide"
            aria-label={t("nav.closeMenu")}
            className="icon-btn"
          >
            <X size={24} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </div>
        <Entries {...props} />
      </div>
    </header>
  );
}

/** Scrolls the current entry into sight. */
function showCurrent({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function Entries({ name, role, theme, waiting, isOpen }: Props) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (nav.current) showCurrent({ currentTarget: nav.current });
  }, [pathname]);
  return (
    <>
      <nav ref={nav} aria-label={t("nav.title")} className="admin-groups">
        {groupsFor(role).map((group) => (
          <Group key={group.name} group={group} waiting={waiting} isOpen={isOpen} pathname={pathname} />
        ))}
      </nav>
      <div className="admin-foot">
        <div className="flex items-center justify-between gap-3 px-3">
          <ThemeSwitch theme={theme} />
          <LanguageSwitch />
        </div>
        <Link to="/" className="admin-link">
          <ExternalLink {...icon} />
          {t("nav.viewShop")}
        </Link>
        <SignOut path="/logout">
          <button type="submit" className="admin-link">
            <LogOut {...icon} />
            {common("account.signOut")}
            <span className="sr-only">{common("account.of", { name })}</span>
          </button>
        </SignOut>
      </div>
    </>
  );
}

type GroupProps = { group: AdminGroup; waiting: Waiting; isOpen: boolean; pathname: string };

/** Opens when it gets the current page. `isOpen`: the shop sells, so setting it up is over. */
function Group({ group: { name, links, startsFolded }, waiting, isOpen, pathname }: GroupProps) {
  const { t } = useTranslation("admin");
  const hasCurrent = links.some((link) => leadsTo(link, pathname));
  const [isUnfolded, setUnfolded] = useState(!startsFolded || !isOpen || hasCurrent);
  const [hadCurrent, setHadCurrent] = useState(hasCurrent);
  if (hadCurrent !== hasCurrent) {
    setHadCurrent(hasCurrent);
    if (hasCurrent) setUnfolded(true);
  }
  const sum = links.reduce((total, { counts }) => total + (counts ? waiting[counts] : 0), 0);
  return (
    <details className="admin-group" open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>
        {t(`nav.group.${name}`)}
        {sum > 0 && <Count waiting={sum} text="nav.pending" />}
        <ChevronDown size={16} strokeWidth={1.8} aria-hidden="true" />
      </summary>
      <ul className="admin-nav">
        {links.map(({ to, text, beforeOpening = text, icon: Icon, counts }) => (
          <li key={to}>
            <NavLink to={to} end={to === "/admin"} className="admin-link">
              <Icon {...icon} />
              {t(isOpen ? text : beforeOpening)}
              {counts && waiting[counts] > 0 && <Count waiting={waiting[counts]} text={WAITING[counts]} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

const WAITING = {
  messages: "nav.openMessages",
  complaints: "nav.openComplaints",
  disputes: "nav.dueDisputes",
  alerts: "nav.newAlerts",
  approvals: "nav.openApprovals",
  cards: "nav.dueCards",
} as const satisfies Record<keyof Waiting, string>;

type CountProps = { waiting: number; text: (typeof WAITING)[keyof Waiting] | "nav.pending" };

function Count({ waiting, text }: CountProps) {
  const { t } = useTranslation("admin");
  const n = useFormat().number(waiting);
  return (
    <span className="admin-count">
      <span aria-hidden="true">{n}</span>
      <span className="sr-only">{t(text, { count: waiting, n })}</span>
    </span>
  );
}

const THEMES = [
  { theme: "", text: "nav.system", Icon: Monitor },
  { theme: "light", text: "nav.light", Icon: Sun },
  { theme: "dark", text: "nav.dark", Icon: Moon },
] as const;

/** A form, so that it works before scripts load. */
function ThemeSwitch({ theme = "" }: { theme: AdminTheme | "" | undefined }) {
  const { t } = useTranslation("admin");
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/admin/theme" replace preventScrollReset className="contents">
      <input type="hidden" name="back" value={pathname + search} />
      <fieldset className="segments">
        <legend className="sr-only">{t("nav.theme")}</legend>
        {THEMES.map(({ theme: value, text, Icon }) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={value === theme}
            aria-label={t(text)}
            title={t(text)}
          >
            <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          </button>
        ))}
      </fieldset>
    </Form>
  );
}
