/** /admin/draw/:lotteryId/write: writes to the people with tickets in a draw, or to some (`?some=1&to=`). */
import { randomUUID } from "node:crypto";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, permitted, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { isUuid } from "#shared/ids.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { replyError } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { BackLink, TextLink } from "#ui/text/text-link.tsx";
import { type LetterPage, previewLetter, showLetters, writeLetter } from "../../server/letters/write-letter.ts";
import type { Route } from "./+types/letters-page.ts";
import { LetterForm, type LetterReply, LETTER_FIELDS } from "./letter-form.tsx";

export const handle = {
  messages: ["admin-inbox"],
  failures: { load: "admin:notLoaded.inbox", send: "admin-inbox:letters.errors.failed" },
} satisfies PageMessages & PageFailures;

/** The chosen people, perhaps none; undefined for all. */
function readRecipients(lotteryId: string, search: URLSearchParams) {
  const isSelection = search.has("some") || search.has("to");
  return { lotteryId, userIds: isSelection ? search.getAll("to").filter(isUuid) : undefined };
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const recipients = readRecipients(params.lotteryId, search);
  const shown = permitted(await showLetters(ctx, actor, recipients));
  if (!shown.ok) return data({ shown: undefined }, { status: 404 });
  const title = inLanguage(shown.value.lottery.title, localeOf(context));
  const isSelection = recipients.userIds !== undefined;
  return data({ shown: { ...shown.value, title, isSelection, requestKey: randomUUID() } });
}

const schema = z.object({ intent: z.enum(["preview", "send"]), ...typedTexts([...LETTER_FIELDS, "requestKey"]) });

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/draw/${encodeURIComponent(params.lotteryId)}/write`);
  const { intent, requestKey: key, ...draft } = submission.value;
  const call = { ctx, request, form, about: { lotteryId: params.lotteryId } };
  const status = { failed: 503, not_found: 404, no_recipients: 409, invalid: 422 } as const;
  if (intent === "preview") {
    const { lotteryId } = params;
    const shown = await runAction(call, previewLetter(ctx, actor, { lotteryId, draft }), "a letter could not be shown");
    if (!shown.ok) return replyError(intent, submission, shown, { status });
    const mails = shown.value.map(({ locale, subject, text }) => ({ locale, subject, text }));
    return data<LetterReply>({ intent, preview: { draft, mails } });
  }
  const letter = { ...draft, ...readRecipients(params.lotteryId, search), requestKey: isUuid(key) ? key : undefined };
  const sent = await runAction(call, writeLetter(ctx, actor, letter), "a letter could not be sent");
  return sent.ok ? data<LetterReply>({ intent, sent: sent.value }) : replyError(intent, submission, sent, { status });
}

export default function LettersPage({ loaderData: { shown } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-inbox");
  const { number } = useFormat();
  if (!shown) {
    return (
      <AdminNotFound title={t("letters.notFound")} text={t("letters.notFoundText")} to="/admin/draw" back={t("letters.draws")} />
    );
  }
  const { lottery, title, recipients, isSelection, letters, requestKey } = shown;
  const count = { count: recipients.all, n: number(recipients.all) };
  return (
    <AdminPage
      title={t("letters.title")}
      subtitle={title}
      above={<BackLink to={`/admin/draw/${lottery.id}`}>{t("letters.back")}</BackLink>}
      done={({ intent, sent = 0 }: LetterReply) =>
        intent === "send" ? t("letters.sent", { count: sent, n: number(sent) }) : undefined
      }
    >
      <div className="grid gap-4">
        <Note tone="info" title={t("letters.serviceOnly")}>
          {t("letters.advertising")}{" "}
          <Allowed right="campaigns.read">
            <TextLink to="/admin/emails">{t("letters.campaign")}</TextLink>
          </Allowed>
        </Note>
        <AdminCard
          title={recipients.all === 0 ? t("letters.noRecipients") : t(isSelection ? "letters.toSome" : "letters.toAll", count)}
          note={
            recipients.french > 0 ? t("letters.french", { count: recipients.french, n: number(recipients.french) }) : undefined
          }
        >
          {recipients.all === 0 ? (
            <EmptyState title={t(isSelection ? "letters.noneChosen" : "letters.noHolders")}>
              {isSelection && <TextLink to={`/admin/draw/${lottery.id}`}>{t("letters.choose")}</TextLink>}
            </EmptyState>
          ) : (
            <LetterForm key={letters.length} recipients={recipients.all} requestKey={requestKey} />
          )}
        </AdminCard>
        <AdminCard flush title={t("letters.earlier")}>
          <SentLetters letters={letters} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}

function SentLetters({ letters }: Pick<LetterPage, "letters">) {
  const { t } = useTranslation("admin-inbox");
  const { date, number } = useFormat();
  return (
    <DataTable
      caption={t("letters.earlier")}
      rows={letters}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("letters.none")} />}
      columns={[
        {
          id: "subject",
          header: t("inbox.subject"),
          card: "title",
          cell: ({ subject, text }) => (
            <details>
              <summary className="min-h-7 cursor-pointer font-[560] wrap-anywhere">{subject}</summary>
              <p className="mt-2 max-w-[60ch] whitespace-pre-wrap text-muted wrap-anywhere">{text}</p>
            </details>
          ),
        },
        { id: "at", header: t("inbox.when"), cell: ({ createdAt }) => `${date(createdAt, "short")}, ${date(createdAt, "time")}` },
        { id: "by", header: t("letters.by"), cell: ({ by }) => by ?? "–" },
        {
          id: "progress",
          header: t("letters.progress"),
          cell: ({ recipients, sent, failed }) => (
            <>
              {t("letters.sentOf", { sent: number(sent), all: number(recipients) })}
              {failed > 0 && (
                <span className="block text-danger-text">{t("letters.failed", { count: failed, n: number(failed) })}</span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
