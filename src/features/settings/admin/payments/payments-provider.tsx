import { useTranslation } from "react-i18next";
import type { ProviderRole } from "#features/orders/rules/checkout/new-order-form.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";
import type { ProviderHealth } from "../../server/going-live/show-providers.ts";
import { LiveCheck } from "../going-live/live-check.tsx";
import { TakingsTable } from "./payments-takings.tsx";
import type { Provider, ProviderTakings } from "./payments-view.ts";
import { type PaymentsReply, usePaymentsWords } from "./payments-words.ts";

/** `isOnlyTaker`: no other provider takes new orders. `health`, `takings`: undefined if unknown. */
type Props = {
  readonly provider: Provider;
  readonly health: ProviderHealth | undefined;
  readonly takings: ProviderTakings | undefined;
  readonly isOnlyTaker: boolean;
  readonly now: Date;
};

/** Colour of the badge by the provider's part in new orders. */
const PART_TONES: Readonly<Record<ProviderRole, BadgeTone>> = {
  share: "active",
  stands_in: "completed",
  none: "draft",
  stopped: "cancelled",
};
const MODE_TONES: Readonly<Record<ProviderHealth["mode"], BadgeTone>> = { live: "active", test: "warn", demo: "draft" };

/** A payment provider: state, checks, actions, takings. */
export function ProviderCard({ provider, health, takings, isOnlyTaker, now }: Props) {
  const { t } = useTranslation("admin-payments");
  const { name, part, trouble } = provider;
  return (
    <AdminCard
      title={PROVIDER_NAMES[name]}
      id={`provider-${name}`}
      note={part === "share" ? undefined : t(`partText.${part}`)}
      action={
        <div className="flex flex-wrap gap-2">
          <Badge tone={PART_TONES[part]}>{t(`parts.${part}`)}</Badge>
          {health && <Badge tone={MODE_TONES[health.mode]}>{t(`modes.${health.mode}`)}</Badge>}
        </div>
      }
    >
      <div className="grid gap-6">
        {trouble && <Trouble provider={provider} trouble={trouble} isOnlyTaker={isOnlyTaker} now={now} />}
        {health && (
          <ul className="grid gap-5">
            <LiveCheck id="payments" title={t("health.keys")} found={health.keys} now={now} />
            <LiveCheck id="webhook" title={t("health.webhook")} found={health.webhook} now={now} />
          </ul>
        )}
        <Actions name={name} part={part} />
        {takings ? <TakingsTable takings={takings} /> : <Note tone="danger" title={t("takings.notLoaded")} />}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Allowed right="orders.read">
            <TextLink to={`/admin/orders?provider=${name}`}>{t("links.orders")}</TextLink>
          </Allowed>
          <Allowed right="books.read">
            <TextLink to="/admin/journal">{t("links.journal")}</TextLink>
            <TextLink to="/admin/payouts">{t("links.payouts")}</TextLink>
          </Allowed>
        </div>
      </div>
    </AdminCard>
  );
}

type TroubleProps = Pick<Props, "provider" | "isOnlyTaker" | "now"> & { readonly trouble: NonNullable<Provider["trouble"]> };

/** Why the provider fails, since when, and whether others take its orders. */
function Trouble({ provider: { name, isAvoided, part }, trouble, isOnlyTaker, now }: TroubleProps) {
  const { t } = useTranslation("admin-payments");
  const { date, number } = useFormat();
  const relative = useRelativeTime();
  const { since, lastAt, times, reason } = trouble;
  const facts = { since: date(since, "time"), last: relative(lastAt, now), n: number(times), count: times };
  return (
    <Note tone={isOnlyTaker ? "danger" : "warn"} title={t("trouble.title", { provider: PROVIDER_NAMES[name] })}>
      {t(`trouble.${reason}`, facts)} {isOnlyTaker && part !== "stopped" && t("trouble.only")}
      {!isOnlyTaker && isAvoided && t("trouble.aside")}
    </Note>
  );
}

/** Stops or resumes new orders, and runs the checks. */
function Actions({ name, part }: Pick<Provider, "name" | "part">) {
  const { t } = useTranslation(["admin-payments", "admin-live"]);
  const words = usePaymentsWords();
  return (
    <Allowed right="payments.write">
      <div className="flex flex-wrap gap-3">
        {part === "stopped" && (
          <ActionButton<PaymentsReply> intent="resume" {...words} fields={{ provider: name }} needsReauth size="sm">
            {t("resume")}
          </ActionButton>
        )}
        {part !== "stopped" && part !== "none" && <Stop name={name} />}
        <ActionButton<PaymentsReply>
          intent="look"
          {...words}
          fields={{ provider: name }}
          size="sm"
          variant="outline"
          busyLabel={t("admin-live:looking")}
        >
          {t("admin-live:look")}
        </ActionButton>
      </div>
    </Allowed>
  );
}

/** Stops new orders. If no other provider would take them, it must be confirmed. */
function Stop({ name }: Pick<Provider, "name">) {
  const { t } = useTranslation("admin-payments");
  const { say, done } = usePaymentsWords();
  const form = useShopForm<PaymentsReply>({
    intent: "stop",
    isMine: ({ refused }) => refused?.initialValue?.provider === name,
    say,
    onDone: (reply) => void toastSuccess(done(reply) ?? ""),
  });
  return (
    <>
      <div className="order-first w-full empty:hidden">
        <FormProblem form={form}>
          {form.code === "last_one" && (
            <>
              <p>{t("lastOne.text")}</p>
              <ActionButton<PaymentsReply>
                intent="stop"
                {...{ say, done }}
                fields={{ provider: name, confirmed: "1" }}
                needsReauth
                formClassName="mt-2"
                variant="outline"
                size="sm"
              >
                {t("lastOne.confirm")}
              </ActionButton>
            </>
          )}
        </FormProblem>
      </div>
      <ShopFormFrame form={form} fields={{ provider: name }} needsReauth>
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy}>
          {t("stop")}
        </Button>
      </ShopFormFrame>
    </>
  );
}
