/** Who is signed in, and the way out. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, NavLink } from "react-router";
import { User } from "#ui/icons.ts";

/** What the header knows of its reader, and the pages that exist for them. */
export type AccountLinks = {
  /** Null while signed out. */
  readonly user: { readonly firstName: string } | null;
  readonly isAdmin: boolean;
  readonly profilePath?: string | undefined;
  readonly adminPath?: string | undefined;
  readonly signOutPath: string;
};

/** A link to the profile, or just the name where there is no such page. */
export function AccountName({
  name,
  profilePath,
  className = "",
}: {
  name: string;
  profilePath: string | undefined;
  className?: string;
}) {
  const { t } = useTranslation("common");
  const icon = <User size={18} strokeWidth={1.6} aria-hidden="true" />;
  if (!profilePath) {
    return (
      <span className={`flex min-h-11 items-center gap-2 text-muted ${className}`}>
        {icon}
        <span className="sr-only">{t("account.of", { name })}</span>
        <span aria-hidden="true">{name}</span>
      </span>
    );
  }
  return (
    <NavLink to={profilePath} className={`link-quiet ${className}`}>
      {icon}
      {name}
      <span className="sr-only">, {t("account.profile")}</span>
    </NavLink>
  );
}

/** A form, for signing out changes something: it works without scripts, and no link can trick anybody into it. Holds the submit button. */
export function SignOut({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Form method="post" action={path}>
      {children}
    </Form>
  );
}
