/** /admin/practice: the code of practice clause by clause, what is missing for this shop, and the dated review of it. */
import { useTranslation } from "react-i18next";
import { data, redirect, useFetcher } from "react-router";
import { CLAUSES, type Clause, LONGEST_REVIEW } from "#features/accounts/rules/code-of-practice.ts";
import { adminCall, carryOut, permitted } from "#features/accounts/server/admin-call.ts";
import { listReviews, recordReview } from "#features/accounts/server/review-practice.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { ShareBar } from "#ui/share-bar.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { Route } from "./+types/practice-page.ts";
import { countDone, findGaps, type Gap } from "./practice-gaps.ts";

export const handle = {
  messages: ["admin-log", "promise"],
  failures: { load: "admin:notLoaded.practice", send: "admin-log:practice.failed" },
} satisfies PageMessages & PageFailures;

/** `note`: what was typed, where it is refused. */
type Reply = { readonly intent: "review"; readonly error: "no_note" | "failed" | undefined; readonly note?: string };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const reviews = permitted(await listReviews(ctx, actor));
  return { reviews: reviews.value, gaps: await findGaps(ctx, reviews.value[0]?.at) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const note = form.get("note") ?? "";
  if (form.get("intent") !== "review") throw redirect("/admin/practice");
  const recorded = await carryOut({ ctx, request }, recordReview(ctx, actor, note), "a review could not be recorded");
  const intent = "review";
  if (recorded.ok) return data<Reply>({ intent, error: undefined });
  return data<Reply>({ intent, error: recorded.error, note }, { status: recorded.error === "failed" ? 503 : 422 });
}

const TONES = { kept: "active", planned: "draft", absent: "completed" } as const;

export default function PracticePage({ loaderData: { reviews, gaps } }: Route.ComponentProps) {
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
        <AdminCard title={t("practice.review.title")} note={t("practice.review.note")}>
          <Allowed right="practice.write">
            <ReviewForm key={reviews[0]?.id} />
          </Allowed>
          <Past reviews={reviews} />
        </AdminCard>
      </div>
    </AdminPage>
  );
}

/** Of what is asked of this shop at all. */
function Done({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation("admin-log");
  const { number } = useFormat();
  const { done, asked } = countDone(gaps);
  return (
    <AdminCard title={t("practice.done", { done: number(done), asked: number(asked) })}>
      <ShareBar share={done / asked} />
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

/** What is in place, and wants something to be done all the same. */
function State({ clause: { stand }, isMissing }: { clause: Clause; isMissing: boolean }) {
  const { t } = useTranslation("admin-log");
  if (stand.state === "kept" && isMissing) return <Badge tone="cancelled">{t("practice.states.due")}</Badge>;
  return <Badge tone={TONES[stand.state]}>{t(`practice.states.${stand.state}`)}</Badge>;
}

function Missing({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useTranslation("admin-log");
  const { number } = useFormat();
  if (gaps.length === 0) return "–";
  return gaps.map(({ says, count }) => <p key={says}>{t(`practice.gaps.${says}`, { n: number(count) })}</p>);
}

function ReviewForm() {
  const { t } = useTranslation(["admin-log", "admin"]);
  const fetcher = useFetcher<Reply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(t("practice.review.saved"));
    else if (error === "failed") toastError(t("practice.failed"));
  });
  const { error, note } = useAnswer(fetcher, "review") ?? {};
  return (
    <fetcher.Form method="post" className="grid max-w-[46rem] gap-4">
      <input type="hidden" name="intent" value="review" />
      <TypedGuard isUnsaved={note !== undefined} />
      <TextArea
        name="note"
        label={t("practice.review.label")}
        defaultValue={note}
        error={error && t(error === "no_note" ? "practice.review.empty" : "practice.failed")}
        maxLength={LONGEST_REVIEW}
        rows={4}
      />
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start"
        busy={fetcher.state !== "idle"}
        busyLabel={t("admin:kit.saving")}
      >
        {t("practice.review.send")}
      </Button>
    </fetcher.Form>
  );
}

function Past({ reviews }: { reviews: Route.ComponentProps["loaderData"]["reviews"] }) {
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
