/** A screen of the back office: title, heading, subtitle, actions, and cards. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useActionData, useLocation, useMatches } from "react-router";
import { Note } from "../feedback/note.tsx";
import { sendFailure } from "../fields/failures.ts";
import type { FormReply } from "../forms/reply.ts";

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
  useLeadToMistake(useActionData());
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
      <PageAnswer done={done} />
      {children}
    </>
  );
}

/** The result of a form that was sent without scripts. A refusal is hidden if the page says more itself. */
function PageAnswer({ done }: Pick<PageProps, "done">) {
  const answer = usePageAnswer<FormReply>();
  const refusal = useUnsaid(answer);
  if (refusal !== undefined)
    return (
      <div className="admin-unsaid">
        <Note tone="danger" title={refusal} />
      </div>
    );
  const said = answer && done?.(answer as never);
  if (said === undefined) return null;
  return (
    <div className="mb-4">
      <Note tone="success" title={said} role="status" />
    </div>
  );
}

/** The reply of a form that was sent without loaded scripts; until the next form or page. */
export function usePageAnswer<Reply>(): Reply | undefined {
  const sent = useActionData() as Reply | undefined;
  const { pathname } = useLocation();
  const [known, setKnown] = useState({ pathname, answer: sent });
  if (pathname !== known.pathname) setKnown({ pathname, answer: undefined });
  useEffect(() => {
    const forget = () => setKnown(({ pathname: at }) => ({ pathname: at, answer: undefined }));
    document.addEventListener("submit", forget, { capture: true, once: true });
    return () => document.removeEventListener("submit", forget, { capture: true });
  }, []);
  return known.answer;
}

/** The page's own text, without the reason. */
function useUnsaid(answer: FormReply | undefined): string | undefined {
  const { i18n } = useTranslation();
  const handle = useMatches().at(-1)?.handle;
  if (!answer?.refused) return undefined;
  const form = new FormData();
  form.set("intent", answer.intent);
  const failure = sendFailure(handle, form) ?? "common:cutOff.notSent";
  return typeof failure === "string" ? i18n.t(failure) : failure.text;
}

/** Focuses a refused form's first invalid field, or scrolls to the error. A summary does so itself. */
function useLeadToMistake(reply: unknown): void {
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
      <div className={flush ? (title ? "mt-3" : undefined) : "admin-card-body"}>{children}</div>
    </section>
  );
}
