import type { ParseKeys } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../button.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { toastError } from "../feedback/toast.tsx";
import { AdminPage } from "./admin-page.tsx";

/** The back office's 404, with a link to the list. */
export function AdminNotFound({ title, text, to, back }: { title: string; text: string; to: string; back: string }) {
  return (
    <AdminPage title={title}>
      <ErrorState level={2} title={title} message={text} action={<LinkButton to={to}>{back}</LinkButton>} />
    </AdminPage>
  );
}

/** A name below `admin:notLoaded`. */
type What = Extract<ParseKeys<"admin">, `notLoaded.${string}`> extends `notLoaded.${infer Name}` ? Name : never;

export function AdminPageNotLoaded({ title, subtitle, what }: { title: string; subtitle: string; what: What }) {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={title} subtitle={subtitle}>
      <ErrorState level={2} title={t(`notLoaded.${what}`)} message="" />
    </AdminPage>
  );
}

export function AdminNotLoaded({ what }: { what: What }) {
  const { t } = useTranslation("admin");
  const message = t(`notLoaded.${what}`);
  useEffect(() => toastError(message, { id: what }), [message, what]);
  return <ErrorState level={2} title={message} message="" />;
}
