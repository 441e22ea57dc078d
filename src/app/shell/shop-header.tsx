import { type FocusEvent, type ToggleEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useLocation } from "react-router";
import type { Me } from "#shared/me.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LanguageSwitch } from "#ui/i18n/messages-switch.tsx";
import { ChevronRight, LogOut, Menu, X } from "#ui/icons.ts";
import { Logo } from "#ui/logo.tsx";
import { useMe } from "#ui/me.ts";
import { AccountName, SignOut } from "./shop-account.tsx";
import type { HeaderLink } from "./shop-links.ts";

const ADMIN = "/admin";
const SIGN_OUT = "/logout";

export function ShopHeader({ links }: { links: readonly HeaderLink[] }) {
  const { t } = useTranslation("common");
  return (
    <header className="site-header wrap">
      <div className="site-nav">
        <Link to="/" aria-label={t("nav.home")}>
          <Logo />
        </Link>
        {links.length > 0 && (
          <nav aria-label={t("nav.main")} className="hidden gap-4 lg:flex xl:ms-3 xl:gap-8">
            {links.map(({ to, text }) => {
              // A link to an anchor has no current-page state.
              const Entry = to.includes("#") ? Link : NavLink;
              return (
                <Entry key={to} to={to} className="link-quiet nav-link">
                  {t(text)}
                </Entry>
              );
            })}
          </nav>
        )}
        <div className="ms-auto hidden min-h-11 items-center gap-4 lg:flex xl:gap-6">
          <LanguageSwitch />
          <div className="account-place">
            <Account />
          </div>
        </div>
        <ShopMenu links={links} />
      </div>
    </header>
  );
}

/** Until the visitor is known, the signed-out links keep their place, visible if no cookie objects. */
function Account() {
  const { t } = useTranslation("common");
  const visitor = useMe()?.visitor;
  if (visitor) return <SignedIn {...visitor} />;
  return (
    <div className="account-links contents">
      <NavLink to="/login" className="link-quiet nav-link">
        {t("account.logIn")}
      </NavLink>
      <LinkButton to="/register" variant="outline" size="sm">
        {t("account.createAccount")}
      </LinkButton>
    </div>
  );
}

function SignedIn({ name, isStaff }: NonNullable<Me["visitor"]>) {
  const { t } = useTranslation("common");
  return (
    <>
      {isStaff && (
        <NavLink to={ADMIN} className="link-quiet nav-link">
          {t("account.admin")}
        </NavLink>
      )}
      <AccountName name={name} className="nav-link" />
      <SignOut path={SIGN_OUT}>
        <button
          type="submit"
          className="icon-btn -me-3 text-muted hover:text-ink"
          aria-label={t("account.signOut")}
          title={t("account.signOut")}
        >
          <LogOut size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </SignOut>
    </>
  );
}

/** The menu below 1024 px: a popover, which opens before scripts load and restores the focus. */
const menuId = "shop-menu";

function ShopMenu({ links }: { links: readonly HeaderLink[] }) {
  const { t } = useTranslation("common");
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useCloseOnNavigation(menu);

  function onToggle(event: ToggleEvent) {
    // React propagates toggle events of the language switch inside.
    if (event.target !== menu.current) return;
    if (event.newState === "open") close.current?.focus();
    // Some browsers do not focus a tapped button, so there may be no focus to restore.
    else if (document.activeElement === document.body) opener.current?.focus();
  }
  // It covers the page, so leaving it by Tab closes it.
  function onBlur(event: FocusEvent) {
    if (event.relatedTarget && !menu.current?.contains(event.relatedTarget)) menu.current?.hidePopover();
  }
  return (
    <div className="ms-auto lg:hidden">
      <button ref={opener} type="button" popoverTarget={menuId} aria-label={t("nav.openMenu")} className="icon-btn -me-2.5">
        <Menu size={24} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="dialog"
        aria-label={t("nav.menu")}
        className="site-menu"
        onToggle={onToggle}
        onBlur={onBlur}
      >
        <div className="site-nav flex-none">
          <Link to="/" aria-label={t("nav.home")}>
            <Logo />
          </Link>
          <button
            ref={close}
            type="button"
            popoverTarget={menuId}
            popoverTargetAction="hide"
            aria-label={t("nav.closeMenu")}
            className="icon-btn -me-2.5 ms-auto"
          >
            <X size={24} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </div>
        <Entries links={links} />
      </div>
    </div>
  );
}

function Entries({ links }: { links: readonly HeaderLink[] }) {
  const { t } = useTranslation("common");
  const visitor = useMe()?.visitor;
  const entries = [
    ...links.map(({ to, text }) => ({ to, label: t(text) })),
    ...(visitor?.isStaff ? [{ to: ADMIN, label: t("account.admin") }] : []),
  ];
  return (
    <>
      {entries.length > 0 && (
        <nav aria-label={t("nav.main")} className="mt-2">
          {entries.map((entry) => (
            <Link key={entry.to} to={entry.to} className="menu-link">
              {entry.label}
              <ChevronRight size={20} strokeWidth={1.6} className="text-faint" aria-hidden="true" />
            </Link>
          ))}
        </nav>
      )}
      <div className="flex min-h-16 items-center justify-between border-b border-line text-muted">
        {t("language.name")}
        <LanguageSwitch />
      </div>
      <div className={`mt-auto grid gap-3 pt-8 ${visitor ? "" : "account-links"}`}>
        {visitor ? (
          <>
            <AccountName name={visitor.name} className="text-lg" />
            <SignOut path={SIGN_OUT}>
              <Button type="submit" variant="outline" full>
                {t("account.signOut")}
              </Button>
            </SignOut>
          </>
        ) : (
          <>
            <LinkButton to="/register" variant="outline">
              {t("account.createAccount")}
            </LinkButton>
            <LinkButton to="/login" variant="tertiary">
              {t("account.logIn")}
            </LinkButton>
          </>
        )}
      </div>
    </>
  );
}

function useCloseOnNavigation(menu: React.RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const shownFor = useRef(key);
  useEffect(() => {
    if (shownFor.current === key) return;
    shownFor.current = key;
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [key, menu]);
}
