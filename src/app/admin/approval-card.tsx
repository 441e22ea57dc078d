/** One proposal: what will be done and why, who proposed it, and, while it is open, the buttons of whoever may decide. */
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import type { Decision, DecisionRefusal, ProposalState } from "#features/accounts/rules/proposals.ts";
import type { ReplacementReason } from "#features/draws/rules/replacement.ts";
import type { ReplaceError } from "#features/draws/server/replace-winner.ts";
import { inLanguage, type Words } from "#features/lotteries/rules/lottery.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat, useLocale } from "#ui/i18n/words.ts";

export type Approval = {
  readonly id: string;
  readonly state: ProposalState;
  readonly reason: string;
  readonly proposer: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
  readonly decider: string;
  readonly decidedAt: Date | undefined;
  readonly note: string | undefined;
  readonly isOwn: boolean;
  /** The draw, where it is about one. */
  readonly about: { readonly id: string; readonly title: Words; readonly shortNumber: number } | undefined;
  readonly what:
    | { readonly kind: "second_factor_reset"; readonly userId: string; readonly name: string }
    | { readonly kind: "winner_by_hand"; readonly ticketNumber: number; readonly reasonCode: ReplacementReason }
    /** `done` once they are keyed in; `left` are the lines that could not be. */
    | {
        readonly kind: "postal_batch";
        readonly cards: number;
        /** As they were pasted, until somebody decides: nobody confirms what they cannot see. */
        readonly lines: string | undefined;
        readonly done: number | undefined;
        readonly left: string | undefined;
      };
};

export type ApprovalReply = {
  readonly id: string;
  readonly decision: Decision;
  readonly error: DecisionRefusal | ReplaceError | "no_factor" | "failed" | undefined;
};

export function ApprovalCard({ approval }: { approval: Approval }) {
  const { t } = useTranslation("admin");
  const { date } = useFormat();
  const { what, state, proposer, proposedAt, expiresAt, decider, decidedAt, note } = approval;
  const when = (at: Date) => `${date(at, "short")}, ${date(at, "time")}`;
  return (
    <AdminCard title={useTitle(approval)} note={t(`approvals.states.${state}`)}>
      {what.kind === "postal_batch" ? (
        <>
          {state === "open" && <Lines title={t("approvals.batchLines")} lines={what.lines} />}
          {state === "confirmed" && <BatchOutcome {...what} />}
        </>
      ) : (
        <>
          {what.kind === "winner_by_hand" && <p className="font-[560]">{t(`winners.reasons.${what.reasonCode}`)}</p>}
          <p className="mt-1 [overflow-wrap:anywhere]">{approval.reason}</p>
        </>
      )}
      <p className="admin-note mt-3">
        {t("approvals.proposedBy", { name: proposer || t("audit.command"), when: when(proposedAt) })}
        {state === "open" && ` ${t("approvals.expires", { when: when(expiresAt) })}`}
      </p>
      {decidedAt && state !== "expired" && (
        <p className="admin-note mt-1">
          {t("approvals.decidedBy", { name: decider || t("audit.command"), when: when(decidedAt) })}
        </p>
      )}
      {note !== undefined && <p className="mt-1 [overflow-wrap:anywhere]">{t("approvals.note", { note })}</p>}
      <Ways approval={approval} />
      {state === "open" && <Deciding approval={approval} />}
    </AdminCard>
  );
}

function useTitle({ about, what }: Approval): string {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  const locale = useLocale();
  if (what.kind === "second_factor_reset") return t("approvals.factorReset", { name: what.name || what.userId });
  const title = about ? inLanguage(about.title, locale) : "";
  if (what.kind === "postal_batch") return t("approvals.batch", { count: what.cards, n: number(what.cards), title });
  return t("approvals.winnerByHand", { ticket: formatTicketNumber(about?.shortNumber ?? 0, what.ticketNumber), title });
}

/** Where to look before one decides. */
function Ways({ approval: { about, what } }: { approval: Approval }) {
  const { t } = useTranslation("admin");
  const ways =
    what.kind === "second_factor_reset"
      ? [{ to: `/profile?uid=${what.userId}`, text: t("approvals.toPerson") }]
      : what.kind === "postal_batch"
        ? [{ to: "/admin/free-entries", text: t("approvals.toDesk") }]
        : [
            { to: `/admin/winners#${about?.id}`, text: t("approvals.toWinner") },
            { to: `/draws/${about?.id}`, text: t("draw.proof") },
          ];
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {ways.map(({ to, text }) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
          {text}
        </Link>
      ))}
    </p>
  );
}

function BatchOutcome({ cards, done, left }: { cards: number; done: number | undefined; left: string | undefined }) {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  return (
    <>
      <p className="font-[560]">
        {done === undefined ? t("approvals.batchRunning") : t("approvals.batchDone", { done: number(done), n: number(cards) })}
      </p>
      <Lines title={t("approvals.batchLeft")} lines={left} />
    </>
  );
}

function Lines({ title, lines }: { title: string; lines: string | undefined }) {
  if (lines === undefined || lines === "") return null;
  return (
    <details className="mt-1">
      <summary className="link min-h-11 cursor-pointer text-sm">{title}</summary>
      <pre className="type-mono overflow-x-auto text-[0.8125rem]">{lines}</pre>
    </details>
  );
}

/** Refusals that have a sentence of their own. */
function isSaid(error: ApprovalReply["error"]): error is "expired" | "decided" | "own" | "no_factor" {
  return error === "expired" || error === "decided" || error === "own" || error === "no_factor";
}

const DONE = { confirm: "approvals.confirmed", refuse: "approvals.refused", withdraw: "approvals.withdrawn" } as const;

function Deciding({ approval: { id, isOwn } }: { approval: Approval }) {
  const { t } = useTranslation("admin");
  const fetcher = useFetcher<ApprovalReply>();
  useReply(fetcher, ({ error, decision }) => {
    if (error === "note_needed") return;
    if (error === undefined) return toastSuccess(t(DONE[decision]));
    toastError(t(isSaid(error) ? `approvals.refusals.${error}` : "approvals.failed"));
  });
  const isNoteMissing = fetcher.state === "idle" && fetcher.data?.error === "note_needed";
  const busy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" action="/admin/approvals" className="mt-3 grid max-w-[36rem] gap-4">
      <input type="hidden" name="id" value={id} />
      {isOwn ? (
        <p className="admin-note">{t("approvals.own")}</p>
      ) : (
        <TextField
          id={`note-${id}`}
          label={t("approvals.noteLabel")}
          name="note"
          maxLength={500}
          autoComplete="off"
          hint={t("approvals.noteHint")}
          error={isNoteMissing ? t("approvals.noteNeeded") : undefined}
        />
      )}
      <p className="flex flex-wrap gap-3">
        {isOwn ? (
          <Button type="submit" name="decision" value="withdraw" variant="outline" size="sm" busy={busy}>
            {t("approvals.withdraw")}
          </Button>
        ) : (
          <>
            <Button type="submit" name="decision" value="confirm" variant="gold" size="sm" busy={busy}>
              {t("approvals.confirm")}
            </Button>
            <Button type="submit" name="decision" value="refuse" variant="danger" size="sm" busy={busy}>
              {t("approvals.refuse")}
            </Button>
          </>
        )}
      </p>
    </fetcher.Form>
  );
}
