/** Where new orders go at the moment, and the form of their shares. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import {
  type Band,
  FROM_SUM,
  MOST_LINES,
  SHARE,
  type SplitLine,
  type SplitProblem,
} from "#features/orders/rules/new-order-form.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import { readNumber } from "#shared/typed-number.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useTypedForm } from "#ui/fields/use-typed-form.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";
import type { NewOrders } from "./payments-view.ts";

type SplitReply = { readonly error?: string; readonly wrong?: SplitProblem; readonly lines?: readonly SplitLine[] };

type Props = {
  readonly orders: NewOrders;
  readonly reply: SplitReply | undefined;
  readonly named: readonly PaymentProviderName[];
  readonly now: Date;
};

export function SplitCard({ orders: { version, savedAt, bands, lines, providers }, reply, named, now }: Props) {
  const { t } = useTranslation("admin-payments");
  const relative = useRelativeTime();
  // The one dark button of the screen is to resume, where somebody is stopped.
  const isQuiet = providers.some(({ part }) => part === "stopped");
  const changed = savedAt ? t("split.changed", { when: relative(savedAt, now) }) : t("split.setting");
  const form = useTypedForm({ shown: lines, version, reply, outcome: reply && outcomeOf(reply) });
  return (
    <AdminCard title={t("split.title")} note={`${t("split.note")} ${changed}`}>
      <div className="grid gap-6">
        <Now bands={bands} />
        {named.length > 1 && (
          <Allowed right="payments.write">
            <Form {...form.events} method="post" data-needs-proof="" className="grid gap-5 border-t border-line pt-5">
              <input type="hidden" name="version" value={form.version} />
              <UnsavedGuard when={form.isTyped} stays />
              <div className="grid gap-1">
                <h3 className="font-[560]">{t("split.edit")}</h3>
                <p className="admin-note">{t("split.hint")}</p>
              </div>
              <Lines key={form.key} {...{ named }} lines={reply?.lines ?? lines} wrong={reply?.wrong} />
              <IntentButton intent="split" variant={isQuiet ? "outline" : "gold"} className="justify-self-start">
                {t("split.save")}
              </IntentButton>
            </Form>
          </Allowed>
        )}
      </div>
    </AdminCard>
  );
}

function outcomeOf({ error }: SplitReply) {
  if (error === undefined) return "saved";
  return error === "changed_meanwhile" ? "conflict" : "refused";
}

type LinesProps = Pick<LineProps, "named" | "wrong"> & { readonly lines: readonly SplitLine[] };

function Lines({ lines, named, wrong }: LinesProps) {
  // The fields keep what is typed, so their lines stay as they were drawn.
  const [shown] = useState(() => shownLines(lines));
  return shown.map(({ typed, line }) => (
    <Line key={line} {...{ typed, line, named }} wrong={wrong?.line === line ? wrong : undefined} />
  ));
}

/** Up to the last line that says something, and one more to fill in. */
function shownLines(lines: readonly SplitLine[]) {
  const last = lines.findLastIndex(({ from, shares }) => from !== "" || Object.values(shares).some(Boolean));
  const shown = Array.from({ length: Math.min(MOST_LINES, Math.max(1, last + 1) + 1) }, (_, line) => lines[line]);
  return shown.map((typed = { from: "", shares: {} }, line) => ({ typed, line }));
}

function Now({ bands }: { bands: readonly Band[] }) {
  const { t } = useTranslation("admin-payments");
  const { money, percent } = useFormat();
  if (bands.length === 0) return <p>{t("split.none")}</p>;
  const term = ({ from, until }: Band) => {
    if (until === undefined) return from === 0 ? t("split.all") : t("split.above", { from: money(from) });
    return from === 0
      ? t("split.below", { until: money(until) })
      : t("split.between", { from: money(from), until: money(until) });
  };
  const share = ({ provider, percent: of }: Band["shares"][number]) =>
    t("split.shares", { provider: PROVIDER_NAMES[provider], percent: percent(of / 100, 0) });
  return (
    <DefinitionList
      rows={bands.map((band) => ({ id: String(band.from), term: term(band), value: band.shares.map(share).join(", ") }))}
    />
  );
}

type LineProps = {
  readonly typed: SplitLine;
  readonly line: number;
  readonly named: readonly PaymentProviderName[];
  readonly wrong: SplitProblem | undefined;
};

function Line({ typed, line, named, wrong }: LineProps) {
  const { t } = useTranslation("admin-payments");
  const isOfSum = wrong?.problem === "bad_from" || wrong?.problem === "from_twice";
  const said = wrong && t(`split.problems.${wrong.problem}`);
  const faulty = isOfSum ? undefined : (wrong?.provider ?? named[0]);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-[560]">{t(line === 0 ? "split.base" : "split.sum")}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {line > 0 && (
          <NumberField
            label={t("split.from")}
            name={`from.${line}`}
            defaultValue={typed.from}
            inputMode="numeric"
            problemOf={(text) => (readNumber(text, FROM_SUM).ok ? undefined : t("split.problems.bad_from"))}
            error={isOfSum ? said : undefined}
          />
        )}
        {named.map((provider) => (
          <NumberField
            key={provider}
            label={t("split.share", { provider: PROVIDER_NAMES[provider] })}
            name={`share.${provider}.${line}`}
            defaultValue={typed.shares[provider] ?? ""}
            inputMode="numeric"
            problemOf={(text) => (readNumber(text, SHARE).ok ? undefined : t("split.problems.bad_share"))}
            error={provider === faulty ? said : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}
