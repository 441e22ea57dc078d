/** /admin/care/:caseId: signs of harm of one player, and what staff did. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { readFields } from "#platform/request/body.server.ts";
import { pence } from "#shared/money/money.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { type CaseStep, type ShownCase, showCase } from "../server/harm/list-harm-cases.ts";
import { type CaseStepError, takeCaseStep } from "../server/harm/take-case-step.ts";
import type { Route } from "./+types/harm-case-page.ts";
import { CaseForms, HarmSigns, useCaseDone } from "./harm-case-forms.tsx";

export const handle = {
  messages: ["admin-care"],
  failures: { load: "admin:notLoaded.care", send: "admin-care:care.errors.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const shown = permitted(await showCase(ctx, actor, params.caseId));
  if (shown.ok) return data({ shown: shown.value });
  return data({ shown: undefined }, { status: 404 });
}

/** HTTP status by error. */
const STATUS = {
  not_found: 404,
  closed: 409,
  no_words: 422,
  too_long: 422,
  no_outcome: 422,
  no_email: 422,
  failed: 503,
} as const satisfies Record<Exclude<CaseStepError, "forbidden"> | "failed", number>;

/** Field of an error; others are shown above the form. */
const AT = { no_words: "words", too_long: "words", no_outcome: "outcome" } as const;

const schema = z.object({ intent: typedText, words: typedText, outcome: typedText });

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/care/${encodeURIComponent(params.caseId)}`);
  const { intent: kind, ...typed } = submission.value;
  const taken = await runAction(
    { ctx, request },
    takeCaseStep(ctx, actor, params.caseId, { kind, ...typed }),
    "a step for a player could not be recorded",
  );
  return replyTo(submission, taken, { at: AT, status: STATUS });
}

export default function HarmCasePage({ loaderData: { shown } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-care");
  const done = useCaseDone();
  if (!shown) {
    return <AdminNotFound title={t("care.notFound")} text={t("care.notFoundText")} to="/admin/care" back={t("care.back")} />;
  }
  const { found, steps } = shown;
  return (
    <AdminPage
      title={found.name || found.email || t("care.nameless")}
      subtitle={found.email}
      done={done}
      above={<BackLink to="/admin/care">{t("care.back")}</BackLink>}
      actions={
        <LinkButton to={`/profile?uid=${found.userId}`} variant="outline" size="sm">
          {t("care.person")}
        </LinkButton>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AdminCard title={t("care.why")} note={t("care.whyNote")}>
          <HarmSigns signs={found.signs} />
        </AdminCard>
        <AdminCard title={t("care.figures.title")}>
          <Figures shown={shown} />
        </AdminCard>
        <AdminCard title={t("care.steps.title")} note={t("care.steps.note")}>
          <Steps steps={steps} />
        </AdminCard>
        {found.closedAt === undefined && <CaseForms hasEmail={found.email !== undefined} stepCount={steps.length} />}
      </div>
    </AdminPage>
  );
}

function Figures({ shown: { found, figures } }: { shown: ShownCase }) {
  const { t } = useTranslation("admin-care");
  const { number, money, date } = useFormat();
  const rows = [
    { id: "spent", term: t("care.figures.spent"), value: money(pence(figures.spent)) },
    { id: "usual", term: t("care.figures.usual"), value: money(pence(figures.usual)) },
    { id: "orders", term: t("care.figures.orders"), value: number(figures.orders) },
    { id: "signIns", term: t("care.figures.signIns"), value: number(figures.signIns) },
    { id: "since", term: t("care.since"), value: date(found.openedAt, "short") },
    ...(found.outcome ? [{ id: "outcome", term: t("care.outcome"), value: t(`care.outcomes.${found.outcome}`) }] : []),
  ];
  return <DefinitionList rows={rows} />;
}

function Steps({ steps }: { steps: readonly CaseStep[] }) {
  const { t } = useTranslation("admin-care");
  const { date } = useFormat();
  if (steps.length === 0) return <p className="admin-note">{t("care.steps.none")}</p>;
  return (
    <ul className="grid gap-4">
      {steps.map(({ id, kind, words, at, by }) => (
        <li key={id}>
          <p className="font-[560]">{t(`care.did.${kind}`)}</p>
          <p className="admin-note">{[`${date(at, "short")}, ${date(at, "time")}`, by].filter(Boolean).join(", ")}</p>
          {words !== "" && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{words}</p>}
        </li>
      ))}
    </ul>
  );
}
