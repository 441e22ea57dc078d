/** /admin/practice: how far the shop complies with its code of practice; statements, helplines, reviews. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { CLAUSES, type Clause, LONGEST_REVIEW } from "#features/player-protection/rules/code-of-practice.ts";
import {
  HELP_CHECK,
  isStatement,
  STATEMENTS,
  type StatementKey,
  type StatementWords,
} from "#features/player-protection/rules/operator-statements.ts";
import {
  listStatements,
  makeStatement,
  recordHelpCheck,
} from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import { listReviews, recordReview } from "#features/player-protection/server/code-of-practice/review-code-of-practice.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { inBothLanguages, ownLanguages } from "#shared/language/own-languages.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { ShareBar } from "#ui/share-bar.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/code-of-practice-page.ts";
import { findGaps } from "./code-of-practice-gaps.server.ts";
import { countDone, type Gap } from "./code-of-practice-gaps.ts";
import type { Reply } from "./code-of-practice-reply.ts";
import { HelpCheck, Statements } from "./code-of-practice-statements.tsx";

export const handle = {
  messages: ["admin-log", "promise"],
  failures: { load: "admin:notLoaded.practice", send: "admin-log:practice.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const reviews = permitted(await listReviews(ctx, actor));
  const statements = permitted(await listStatements(ctx, actor)).value;
  const defaults = Object.fromEntries(STATEMENTS.map((key) => [key, defaultWordsOf(ctx, key)])) as Record<
    StatementKey,
    StatementWords
  >;
  return { reviews: reviews.value, statements, defaults, gaps: await findGaps(ctx, reviews.value[0]?.at, statements) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/practice");
  const { intent, key, note, text_en: en, text_fr: fr } = submission.value;
  if (intent === "help") {
    const checking = recordHelpCheck(ctx, actor);
    const checked = await runAction({ ctx, request }, checking, "a check of the helplines could not be recorded");
    return data<Reply>(
      { intent: HELP_CHECK, ...(!checked.ok && { refused: refuse(submission, "failed") }) },
      checked.ok ? 200 : 503,
    );
  }
  if (intent === "review") {
    const recorded = await runAction({ ctx, request }, recordReview(ctx, actor, note), "a review could not be recorded");
    if (recorded.ok) return data<Reply>({ intent });
    const refused = refuse(submission, recorded.error, { no_note: "note", failed: "note" });
    return data<Reply>({ intent, refused }, recorded.error === "failed" ? 503 : 422);
  }
  if (!isStatement(key)) throw redirect("/admin/practice");
  const defaults = defaultWordsOf(ctx, key);
  const before = permitted(await listStatements(ctx, actor)).value[key]?.words ?? defaults;
  const typed = inBothLanguages({ en, fr }, before);
  const words = typed.en.trim() === defaults.en && typed.fr.trim() === defaults.fr ? undefined : typed;
  const stating = makeStatement(ctx, actor, { key, isConfirmed: intent === "confirm", words });
  const stated = await runAction({ ctx, request, form }, stating, "a statement could not be saved");
  if (stated.ok) return data<Reply>({ intent: key });
  const { error } = stated;
  const wrong = Object.fromEntries(ownLanguages().map((locale) => [`text_${locale}`, typed[locale]]));
  const names = Object.entries(wrong).filter(([, text]) => error === "failed" || text.trim() === "");
  const fieldErrors = Object.fromEntries(names.map(([name]) => [name, [error]]));
  const refused = submission.reply({ fieldErrors }) as Reply["refused"];
  return data<Reply>({ intent: key, refused }, error === "failed" ? 503 : 422);
}

const schema = z.object({
  intent: z.enum(["confirm", "withdraw", "help", "review"]),
  key: typedText,
  note: typedText,
  text_en: typedText,
  text_fr: typedText,
});

/** The shop's own text of a statement, in both languages. */
function defaultWordsOf({ messages }: Pick<Ctx, "messages">, key: StatementKey): StatementWords {
  const name = `promise:clauses.${key}.statement` as const;
  return { en: messages.en.t(name), fr: messages.fr.t(name) };
}

/** Colour of the badge by state. */
const TONES = { kept: "active", planned: "draft", absent: "completed" } as const;

export default function CodeOfPracticePage({ loaderData: { reviews, statements, defaults, gaps } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-log");
  return (
    <AdminPage
      title={t("practice.title")}
      subtitle={t("practice.subtitle")}
      done={() => t("practice.review.saved")}
      actions={<TextLink to="/our-promise">{t("practice.page")}</TextLink>}
    >
      <div className="grid gap-6">
        <Done gaps={gaps} />
        <AdminCard flush>
          <DataTable
            caption={t("practice.title")}
            rows={CLAUSES}
            rowKey={({ number }) => number}
            columns={[
              { id: "clause", header: t("practice.clause"), card: "title", cell: (clause) => <ClauseName clause={clause} /> },
              {
                id: "state",
                header: t("practice.state"),
                cell: (clause) => <State clause={clause} isMissing={gaps.some((gap) => gap.clause === clause.number)} />,
              },
              {
                id: "missing",
                header: t("practice.missing"),
                cell: ({ number }) => <Missing gaps={gaps.filter(({ clause }) => clause === number)} />,
              },
            ]}
          />
        </AdminCard>
        <Statements statements={statements} defaults={defaults} />
        <HelpCheck last={statements[HELP_CHECK]} />
        <AdminCard title={t("practice.review.title")} note={t("practice.review.note")}>
          <Allowed right="practice.write">
            <ReviewForm key={reviews[0]?.id} />
          </Allowed>
          <PastReviews reviews={reviews} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}

/** How many clauses are fulfilled. */
function Done({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation("admin-log");
  const { number } = useFormat();
  const { done, applicable } = countDone(gaps);
  return (
    <AdminCard title={t("practice.done", { done: number(done), asked: number(applicable) })}>
      <ShareBar share={done / applicable} />
    </AdminCard>
  );
}

function ClauseName({ clause: { number, key } }: { clause: Clause }) {
  const { t } = useTranslation("promise");
  return (
    <span>
      <span className="inline-block min-w-10 text-muted tabular-nums">{number}</span> {t(`clauses.${key}.title`)}
    </span>
  );
}

function State({ clause: { status }, isMissing }: { clause: Clause; isMissing: boolean }) {
  const { t } = useTranslation("admin-log");
  if (status.state === "kept" && isMissing) return <Badge tone="cancelled">{t("practice.states.due")}</Badge>;
  return <Badge tone={TONES[status.state]}>{t(`practice.states.${status.state}`)}</Badge>;
}

function Missing({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation("admin-log");
  const { number } = useFormat();
  if (gaps.length === 0) return "–";
  return gaps.map(({ kind, count }) => <p key={kind}>{t(`practice.gaps.${kind}`, { n: number(count) })}</p>);
}

function ReviewForm() {
  const { t } = useTranslation(["admin-log", "admin"]);
  const form = useShopForm<Reply>({
    intent: "review",
    say: (code) => t(code === "no_note" ? "practice.review.empty" : "practice.failed"),
    onDone: () => toastSuccess(t("practice.review.saved")),
  });
  return (
    <ShopFormFrame form={form} className="grid max-w-[46rem] gap-4">
      <TypedGuard isUnsaved={form.isRefused} />
      <TextArea {...form.field("note")} label={t("practice.review.label")} maxLength={LONGEST_REVIEW} rows={4} />
      <Button type="submit" variant="outline" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
        {t("practice.review.send")}
      </Button>
    </ShopFormFrame>
  );
}

/** Notes of former reviews. */
function PastReviews({ reviews }: { reviews: Route.ComponentProps["loaderData"]["reviews"] }) {
  const { t } = useTranslation("admin-log");
  const { date } = useFormat();
  if (reviews.length === 0) return <p className="admin-note mt-6">{t("practice.review.none")}</p>;
  return (
    <ul className="mt-6 grid gap-4 border-t border-line pt-4">
      {reviews.map(({ id, at, by, note }) => (
        <li key={id}>
          <p className="admin-note">{[date(at), by].filter(Boolean).join(", ")}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
        </li>
      ))}
    </ul>
  );
}
