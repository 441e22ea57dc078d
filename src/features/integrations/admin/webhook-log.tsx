import { useTranslation } from "react-i18next";
import { wordsIn } from "#shared/language/locale.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { EVENTS, isEventType } from "../rules/event.ts";
import type { Attempt, DeliveryRow } from "../server/list-webhooks.ts";
import { type HookReply, useHookError } from "./webhook-form.tsx";

/** Colour of the badge by state. */
const TONES: Record<DeliveryRow["state"], BadgeTone> = { due: "draft", delivered: "active", failed: "cancelled" };

/** Deliveries of an endpoint, with their attempts and a button that resends. */
export function WebhookLog({ deliveries }: { deliveries: readonly DeliveryRow[] }) {
  const { t } = useTranslation("admin-api");
  const { date } = useFormat();
  return (
    <DataTable
      caption={t("hooks.log")}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("hooks.logNone")}>{t("hooks.logNoneText")}</EmptyState>}
      columns={[
        { id: "event", header: t("hooks.event"), card: "title", cell: (delivery) => <EventName delivery={delivery} /> },
        { id: "when", header: t("hooks.when"), cell: ({ at }) => `${date(at, "short")}, ${date(at, "time")}` },
        {
          id: "state",
          header: t("hooks.state"),
          cell: ({ state }) => <Badge tone={TONES[state]}>{t(`hooks.delivery.${state}`)}</Badge>,
        },
        { id: "answer", header: t("hooks.answer"), cell: (delivery) => <Answers delivery={delivery} /> },
        { id: "again", header: t("hooks.resend"), card: "bare", cell: ({ id }) => <Resend id={id} /> },
      ]}
    />
  );
}

function EventName({ delivery: { type, eventId } }: { delivery: DeliveryRow }) {
  const { t } = useTranslation("admin-api");
  const locale = useLocale();
  return (
    <span className="grid gap-0.5">
      <span>{isEventType(type) ? wordsIn(EVENTS[type].says, locale) : t("hooks.test_event")}</span>
      <code translate="no" className="type-mono text-[0.8125rem] font-normal text-muted wrap-anywhere">
        {type}
      </code>
      <code translate="no" className="type-mono text-[0.75rem] font-normal text-muted wrap-anywhere">
        {eventId}
      </code>
    </span>
  );
}

function Answers({ delivery: { attempts, state, nextAt } }: { delivery: DeliveryRow }) {
  const { t } = useTranslation("admin-api");
  const { date, number } = useFormat();
  const [last] = attempts;
  if (!last) return "–";
  return (
    <div className="grid gap-1">
      <AttemptLine attempt={last} />
      {state === "due" && (
        <p className="text-[0.8125rem] text-muted">
          {t("hooks.next", { at: `${date(nextAt, "short")}, ${date(nextAt, "time")}` })}
        </p>
      )}
      <details className="text-[0.8125rem]">
        <summary className="inline-flex min-h-7 cursor-pointer items-center underline underline-offset-4">
          {t("hooks.attempts", { count: attempts.length, n: number(attempts.length) })}
        </summary>
        <ul className="mt-2 grid gap-3">
          {attempts.map((attempt) => (
            <li key={attempt.at.getTime()} className="grid gap-1">
              <span className="text-muted">
                {date(attempt.at, "short")}, {date(attempt.at, "time")}
              </span>
              <AttemptLine attempt={attempt} />
              {attempt.reply && (
                <pre className="max-h-40 overflow-auto text-start rounded-[6px] bg-grey-ground p-2 text-[0.75rem] whitespace-pre-wrap wrap-anywhere">
                  <span className="sr-only">{t("hooks.reply")}: </span>
                  {attempt.reply}
                </pre>
              )}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Failures without a response that have a sentence. */
const FAILURES = [
  ...(["malformed", "credentials", "not_https", "port", "private_address", "timeout"] as const),
  ...(["unresolved", "unreachable", "certificate"] as const),
] as const;

function AttemptLine({ attempt: { status, failure, durationMs } }: { attempt: Attempt }) {
  const { t } = useTranslation("admin-api");
  const { number } = useFormat();
  const known = FAILURES.find((each) => each === failure);
  return (
    <p>
      {status ?? (known ? t(`hooks.failure.${known}`) : failure)}{" "}
      <span className="text-[0.8125rem] text-muted">{t("hooks.took", { n: number(durationMs) })}</span>
    </p>
  );
}

function Resend({ id }: { id: string }) {
  const { t } = useTranslation("admin-api");
  return (
    <ActionButton<HookReply>
      intent="resend"
      fields={{ delivery: id }}
      say={useHookError()}
      done={() => t("hooks.resent")}
      needsReauth
      variant="outline"
      size="sm"
    >
      {t("hooks.resend")}
    </ActionButton>
  );
}
