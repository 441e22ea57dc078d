/** /mailbox: all mails that the demonstration has sent. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, useRevalidator } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/mailbox-page.ts";

/** Interval of reloads: a confirmation arrives a second or two after the purchase. */
const RELOAD_MS = 2_000;

export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mailbox } = ctxOf(context);
  if (!mailbox) throw data(null, { status: 404 });
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1);
  if (!Number.isSafeInteger(page) || page < 1) throw data(null, { status: 404 });
  return mailbox.list({ page });
}

export default function MailboxPage({ loaderData: { mails, page, pages, total } }: Route.ComponentProps) {
  const { t } = useTranslation("common");
  const { number } = useFormat();
  useNewMail();
  return (
    <div className="wrap max-w-[860px] pt-6 pb-16">
      <title>{t("mailbox.title")}</title>
      <h1 className="type-h2">{t("mailbox.title")}</h1>
      <p className="mt-3 mb-8 max-w-[60ch] text-muted">{t("mailbox.lead")}</p>
      {total === 0 ? (
        <Panel label={t("mailbox.title")}>
          <EmptyState title={t("mailbox.empty")} action={<LinkButton to="/prize">{t("mailbox.toDraws")}</LinkButton>}>
            {t("mailbox.emptyHint")}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <p className="type-small mb-3 text-faint">{t("mailbox.mails", { count: total, shown: number(total) })}</p>
          <ul className="panel overflow-hidden">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
          {pages > 1 && (
            <nav aria-label={t("mailbox.pages")} className="mt-6 flex min-h-11 items-center justify-between gap-4">
              {page > 1 ? <TextLink to={`?page=${page - 1}`}>{t("mailbox.newer")}</TextLink> : <span />}
              <span className="type-small text-faint">{t("mailbox.pageOf", { page, pages })}</span>
              {page < pages ? <TextLink to={`?page=${page + 1}`}>{t("mailbox.older")}</TextLink> : <span />}
            </nav>
          )}
        </>
      )}
    </div>
  );
}

type Mail = Route.ComponentProps["loaderData"]["mails"][number];

function MailRow({ mail }: { mail: Mail }) {
  const { t } = useTranslation("common");
  const { date } = useFormat();
  return (
    <li className="border-line not-first:border-t">
      <Link to={`/mailbox/${mail.id}`} className="grid gap-x-6 gap-y-1 px-6 py-4 hover:bg-raised sm:grid-cols-[1fr_auto]">
        <span className="min-w-0 font-[560] break-words text-ink">{mail.subject || t("mailbox.noSubject")}</span>
        <time dateTime={mail.receivedAt.toISOString()} className="type-small text-faint sm:text-end">
          {date(mail.receivedAt, "short")}, {date(mail.receivedAt, "time")}
        </time>
        <span className="type-small min-w-0 break-words text-muted">{t("mailbox.to", { address: mail.to })}</span>
      </Link>
    </li>
  );
}

/** Reloads the list while the tab is visible. */
function useNewMail(): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    // An interval, because a hidden tab skips reloads until it is visible again.
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [revalidate, state]);
}
