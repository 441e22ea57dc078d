/** How new orders are distributed among providers, and the form of their shares. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Band, FROM_SUM, MOST_LINES, SHARE, type SplitLine } from "#features/orders/rules/checkout/new-order-form.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { UnsavedGuard, useTyped } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";
import type { NewOrders } from "./payments-view.ts";
import { FROM_FIELDS, type PaymentsReply, shareField, usePaymentsWords } from "./payments-words.ts";

/** `providerNames`: all providers of the shop. */
type Props = {
  readonly orders: NewOrders;
  readonly providerNames: readonly PaymentProviderName[];
  readonly now: Date;
};

/** The present distribution by order total, and the form that changes it. */
export function SplitCard({ orders: { version, savedAt, bands, lines, providers }, providerNames, now }: Props) {
  const { t } = useTranslation("admin-payments");
  const relative = useRelativeTime();
  // While a provider is stopped, the only primary button is the one that resumes it.
  const isQuiet = providers.some(({ part }) => part === "stopped");
  const changed = savedAt ? t("split.changed", { when: relative(savedAt, now) }) : t("split.setting");
  const { isTyped, events } = useTyped();
  const form = useShopForm<PaymentsReply>({
    intent: "split",
    say: usePaymentsWords().say,
    onDone: () => !isTyped && begin(),
  });
  const drawn = useDisplayedVersion(version, form.isBusy ? undefined : form.reply, JSON.stringify(lines));
  const typed = FROM_FIELDS.map((from, line) => ({
    from: form.typed(from) ?? "",
    shares: Object.fromEntries(providerNames.map((name) => [name, form.typed(shareField(name, line)) ?? ""])),
  }));
  // The fields keep what is typed, so their lines stay until the form is reset.
  const [start, setStart] = useState({ round: 0, lines: shownLines(form.isRefused ? typed : lines) });
  const begin = () => setStart({ round: start.round + 1, lines: shownLines(lines) });
  return (
    <AdminCard title={t("split.title")} note={`${t("split.note")} ${changed}`}>
      <div className="grid gap-6">
        <PresentSplit bands={bands} />
        {providerNames.length > 1 && (
          <Allowed right="payments.write">
            <ShopFormFrame
              form={form}
              fields={{ version: String(drawn) }}
              {...events}
              needsReauth
              className="grid gap-5 border-t border-line pt-5"
            >
              <UnsavedGuard when={isTyped || form.isRefused} keepsOnQueryChange />
              <FormProblem form={form} />
              <div className="grid gap-1">
                <h3 className="font-[560]">{t("split.edit")}</h3>
                <p className="admin-note">{t("split.hint")}</p>
              </div>
              {start.lines.map((typed, line) => (
                <Line key={`${start.round} ${FROM_FIELDS[line]}`} {...{ form, typed, line, providerNames }} />
              ))}
              {form.isDone && <Note tone="success" role="status" title={t("saved")} />}
              <Button type="submit" variant={isQuiet ? "outline" : "gold"} className="justify-self-start" busy={form.isBusy}>
                {t("split.save")}
              </Button>
            </ShopFormFrame>
          </Allowed>
        )}
      </div>
    </AdminCard>
  );
}

/** All lines up to the last one with content, and an empty one. */
function shownLines(lines: readonly SplitLine[]): readonly SplitLine[] {
  const last = lines.findLastIndex(({ from, shares }) => from !== "" || Object.values(shares).some(Boolean));
  const length = Math.min(MOST_LINES, Math.max(1, last + 1) + 1);
  return Array.from({ length }, (_, line) => lines[line] ?? { from: "", shares: {} });
}

function PresentSplit({ bands }: { bands: readonly Band[] }) {
  const { t } = useTranslation("admin-payments");
  const { money, percent } = useFormat();
  if (bands.length === 0) return <p>{t("split.none")}</p>;
  const term = ({ from, until }: Band) => {
    if (until === undefined) return from === 0 ? t("split.all") : t("split.above", { from: money(from) });
    return from === 0
      ? t("split.below", { until: money(until) })
      : t("split.between", { from: money(from), until: money(until) });
  };
  const share = ({ provider, percent: points }: Band["shares"][number]) =>
    t("split.shares", { provider: PROVIDER_NAMES[provider], percent: percent(points / 100, 0) });
  return (
    <DefinitionList
      rows={bands.map((band) => ({ id: String(band.from), term: term(band), value: band.shares.map(share).join(", ") }))}
    />
  );
}

/** `typed`: what the fields start with. `line`: index; the first has no lower limit. */
type LineProps = {
  readonly form: ShopForm;
  readonly typed: SplitLine;
  readonly line: number;
  readonly providerNames: readonly PaymentProviderName[];
};

/** Fields of one line: order total from, and the share of each provider. */
function Line({ form, typed, line, providerNames }: LineProps) {
  const { t } = useTranslation("admin-payments");
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-[560]">{t(line === 0 ? "split.base" : "split.sum")}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {line > 0 && (
          <NumberField
            {...form.field(`from_${line}`, typed.from)}
            label={t("split.from")}
            inputMode="numeric"
            problemOf={(text) => (readNumber(text, FROM_SUM).ok ? undefined : t("split.problems.bad_from"))}
          />
        )}
        {providerNames.map((provider) => (
          <NumberField
            key={provider}
            {...form.field(shareField(provider, line), typed.shares[provider] ?? "")}
            label={t("split.share", { provider: PROVIDER_NAMES[provider] })}
            inputMode="numeric"
            problemOf={(text) => (readNumber(text, SHARE).ok ? undefined : t("split.problems.bad_share"))}
          />
        ))}
      </div>
    </fieldset>
  );
}
