/** The frame of a back office page: title, heading, subtitle, actions, and cards. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useActionData, useLocation, useMatches } from "react-router";
import { Note } from "../feedback/note.tsx";
import { sendFailure } from "../fields/failures.ts";
import type { FormReply } from "../forms/reply.ts";

/**
 * `tab`: the title in the browser's tab, if it differs from the heading. `above`: content above the
 * heading.
 */
type PageProps = {
  title: string;
  tab?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  above?: ReactNode;
  /** The message for a successful form that was sent without scripts. */
  done?: ((reply: never) => string | undefined) | undefined;
  children: ReactNode;
};

export function AdminPage({ title, tab = title, subtitle, actions, above, done, children }: PageProps) {
  const { t } = useTranslation("admin");
  useFocusMistake(useActionData());
  return (
    <>
      <title>{t("pageTitle", { title: tab })}</title>
      {above}
      <div className="admin-head">
        <div className="min-w-0">
          <h1 className="admin-h1" tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
      </div>
      <PageReply done={done} />
      {children}
    </>
  );
}

/** The result of a form that was sent without scripts. Styles hide the refusal if the page shows its own. */
function PageReply({ done }: Pick<PageProps, "done">) {
  const reply = usePageReply<FormReply>();
  const refusal = usePageRefusal(reply);
  if (refusal !== undefined)
    return (
      <div className="admin-unsaid">
        <Note tone="danger" title={refusal} />
      </div>
    );
  const message = reply && done?.(reply as never);
  if (message === undefined) return null;
  return (
    <div className="mb-4">
      <Note tone="success" title={message} role="status" />
    </div>
  );
}

/** The reply of a form that was sent before scripts were loaded; until the next form or page. */
export function usePageReply<Reply>(): Reply | undefined {
  const sent = useActionData() as Reply | undefined;
  const { pathname } = useLocation();
  const [known, setKnown] = useState({ pathname, reply: sent });
  if (pathname !== known.pathname) setKnown({ pathname, reply: undefined });
  useEffect(() => {
    const forget = () => setKnown(({ pathname: at }) => ({ pathname: at, reply: undefined }));
    document.addEventListener("submit", forget, { capture: true, once: true });
    return () => document.removeEventListener("submit", forget, { capture: true });
  }, []);
  return known.reply;
}

/** The page's text for a refused form, without the reason; undefined unless it was refused. */
function usePageRefusal(reply: FormReply | undefined): string | undefined {
  const { i18n } = useTranslation();
  const handle = useMatches().at(-1)?.handle;
  if (!reply?.refused) return undefined;
  const form = new FormData();
  form.set("intent", reply.intent);
  const failure = sendFailure(handle, form) ?? "common:cutOff.notSent";
  return typeof failure === "string" ? i18n.t(failure) : failure.text;
}

/** Focuses a refused form's first invalid field, or scrolls to the error. A summary does so itself. */
function useFocusMistake(reply: unknown): void {
  useEffect(() => {
    if (!reply) return;
    const main = document.getElementById("content");
    if (main?.querySelector('[role="alert"][tabindex]')) return;
    const field = main?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? main?.querySelector('.note[role="alert"]'))?.scrollIntoView({ block: field ? "center" : "nearest" });
    field?.focus({ preventScroll: true });
    // Its button is gone with its form.
    if (document.activeElement === document.body) main?.querySelector("h1")?.focus({ preventScroll: true });
  }, [reply]);
}

/**
 * `note`: a line below the title; `action`: at the title's end; `flush`: the content touches the card's
 * edges.
 */
type CardProps = {
  title?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  flush?: boolean;
  id?: string;
  className?: string;
  children: ReactNode;
};

export function AdminCard({ title, note, action, flush = false, id, className = "", children }: CardProps) {
  const flushClass = title ? "mt-3" : undefined;
  return (
    <section id={id} className={`admin-card ${className}`}>
      {title && (
        <div className="admin-card-head">
          <div className="min-w-0">
            <h2 className="admin-h2">{title}</h2>
            {note && <p className="admin-note">{note}</p>}
          </div>
          {action}
        </div>
      )}
      <div className={flush ? flushClass : "admin-card-body"}>{children}</div>
    </section>
  );
}
