/** The head of every public page: where to go, in which language, and as whom. */
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { LanguageSwitch } from "#ui/i18n/messages-switch.tsx";
import { Logo } from "#ui/logo.tsx";
import { type AccountLinks, AccountName, SignOut } from "./shop-account.tsx";
import type { HeaderLink } from "./shop-links.ts";
import { ShopMenu } from "./shop-menu.tsx";

export function ShopHeader({ links, visitor }: { links: readonly HeaderLink[]; visitor: AccountLinks }) {
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
              // A place on a page is not a page that one can be on.
              const Entry = to.includes("#") ? Link : NavLink;
              return (
                <Entry key={to} to={to} className="link-quiet nav-link">
                  {t(text)}
                </Entry>
              );
            })}
          </nav>
        )}
        <div className="ms-auto hidden items-center gap-4 lg:flex xl:gap-6">
          <LanguageSwitch />
          {visitor.user ? <SignedIn {...visitor} name={visitor.user.firstName} /> : <SignedOut />}
        </div>
        <ShopMenu links={links} visitor={visitor} />
      </div>
    </header>
  );
}

function SignedOut() {
  const { t } = useTranslation("common");
  return (
    <>
      <NavLink to="/login" className="link-quiet nav-link">
        {t("account.logIn")}
      </NavLink>
      <LinkButton to="/register" variant="outline" size="sm">
        {t("account.createAccount")}
      </LinkButton>
    </>
  );
}

function SignedIn({ name, isAdmin, profilePath, adminPath, signOutPath }: AccountLinks & { name: string }) {
  const { t } = useTranslation("common");
  return (
    <>
      {isAdmin && adminPath && (
        <NavLink to={adminPath} className="link-quiet nav-link">
          {t("account.admin")}
        </NavLink>
      )}
      <AccountName name={name} profilePath={profilePath} className="nav-link" />
      <SignOut path={signOutPath}>
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
