import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, NavLink, useLocation } from "react-router";
import type { Role } from "#features/access/rules/rights.ts";
import { LanguageSwitch } from "#ui/i18n/messages-switch.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ExternalLink, LogOut, Menu, Monitor, Moon, Sun, X } from "#ui/icons.ts";
import { Logo } from "#ui/logo.tsx";
import { SignOut } from "../shell/shop-account.tsx";
import { ADMIN_LINKS, type AdminLink, linksFor, MORE_ADMIN_LINKS, type Waiting } from "./links.ts";
import type { AdminTheme } from "./theme.ts";

const drawerId = "admin-drawer";
const icon = { size: 20, strokeWidth: 1.6, "aria-hidden": true } as const;

type Props = { name: string; role: Role | undefined; theme: AdminTheme | undefined; unread: Waiting; isOpen: boolean };

export function AdminSidebar(props: Props) {
  return (
    <header className="admin-side">
      <Link to="/admin" className="px-3">
        <Logo />
      </Link>
      <Entries {...props} />
    </header>
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
      <button type="button" popoverTarget={drawerId} aria-label={t("nav.openMenu")} className="icon-btn">
        <Menu size={24} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <div ref={drawer} id={drawerId} popover="auto" role="dialog" aria-label={admin("nav.title")} className="admin-drawer">
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

function Entries({ name, role, theme, unread, isOpen }: Props) {
  const more = linksFor(MORE_ADMIN_LINKS, role);
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  return (
    <>
      <nav aria-label={t("nav.title")}>
        <Links links={linksFor(ADMIN_LINKS, role)} unread={unread} isOpen={isOpen} />
        {more.length > 0 && (
          <>
            <p className="admin-nav-title">{t("nav.more")}</p>
            <Links links={more} unread={unread} isOpen={isOpen} />
          </>
        )}
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

const UNREAD = { messages: "nav.unread", alerts: "nav.newAlerts", approvals: "nav.openApprovals" } as const;

function Links({ links, unread, isOpen }: { links: readonly AdminLink[]; unread: Waiting; isOpen: boolean }) {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  return (
    <ul className="admin-nav">
      {links.map(({ to, text, beforeOpening = text, icon: Icon, counts }) => (
        <li key={to}>
          <NavLink to={to} end={to === "/admin"} className="admin-link">
            <Icon {...icon} />
            {t(isOpen ? text : beforeOpening)}
            {counts && unread[counts] > 0 && (
              <span className="admin-count">
                <span aria-hidden="true">{number(unread[counts])}</span>
                <span className="sr-only">{t(UNREAD[counts], { count: unread[counts], n: number(unread[counts]) })}</span>
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
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
