import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, NavLink } from "react-router";
import { User } from "#ui/icons.ts";

export function AccountName({ name, className = "" }: { name: string; className?: string }) {
  const { t } = useTranslation("common");
  return (
    <NavLink to="/profile" className={`link-quiet ${className}`}>
      <User size={18} strokeWidth={1.6} aria-hidden="true" />
      {name}
      <span className="sr-only">, {t("account.profile")}</span>
    </NavLink>
  );
}

/** A form, as signing out changes state: it works without scripts and resists CSRF. */
export function SignOut({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Form method="post" action={path}>
      {children}
    </Form>
  );
}
