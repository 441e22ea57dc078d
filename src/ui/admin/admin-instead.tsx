import type { ParseKeys } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../button.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { toastError } from "../feedback/toast.tsx";
import { AdminPage } from "./admin-page.tsx";

/** A detail page of the back office whose subject does not exist, with a link back to its list. */
export function AdminNotFound({ title, text, to, back }: { title: string; text: string; to: string; back: string }) {
  return (
    <AdminPage title={title}>
      <ErrorState level={2} title={title} message={text} action={<LinkButton to={to}>{back}</LinkButton>} />
    </AdminPage>
  );
}

/** What could not be loaded: a key below `notLoaded` in `admin.json`. */
type What = Extract<ParseKeys<"admin">, `notLoaded.${string}`> extends `notLoaded.${infer Name}` ? Name : never;

/** A whole page of the back office whose data could not be read. */
export function AdminPageNotLoaded({ title, subtitle, what }: { title: string; subtitle: string; what: What }) {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={title} subtitle={subtitle}>
      <ErrorState level={2} title={t(`notLoaded.${what}`)} message="" />
    </AdminPage>
  );
}

/** A part of a page whose data could not be read; also shown as a toast. */
export function AdminNotLoaded({ what }: { what: What }) {
  const { t } = useTranslation("admin");
  const message = t(`notLoaded.${what}`);
  useEffect(() => toastError(message, { id: what }), [message, what]);
  return <ErrorState level={2} title={message} message="" />;
}
