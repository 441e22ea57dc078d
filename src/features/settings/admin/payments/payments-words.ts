/** Field names, replies and sentences of /admin/payments. */
import { useTranslation } from "react-i18next";
import { MOST_LINES, type SplitProblem } from "#features/orders/rules/checkout/new-order-form.ts";
import { type PaymentProviderName, PROVIDER_NAMES } from "#shared/states.ts";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";

/** Names of the fields of the lower limits, by line. */
export const FROM_FIELDS = Array.from({ length: MOST_LINES }, (_, line) => `from_${line}` as const);
/** Name of the field of a provider's share. */
export const shareField = (provider: PaymentProviderName, line: number) => `share_${provider}_${line}` as const;
/** `look`: runs the checks of a provider. `fee`: stores a fee. */
export const PAYMENTS_INTENTS = ["split", "stop", "resume", "look", "fee"] as const;
export type FeeProblem = "bad_rate" | "bad_fixed" | "bad_day" | "past";
/** `last_one`: no other provider would take new orders. */
export type PaymentsReply = FormReply<
  (typeof PAYMENTS_INTENTS)[number],
  FeeProblem | SplitProblem["problem"] | "failed" | "changed_meanwhile" | "last_one"
>;

/** Texts of toasts; shares and fees report success beside their buttons. */
const DONE = { stop: "stopped", resume: "resumed", look: "tested", split: undefined, fee: undefined } as const;

/** Sentences of errors and of success. */
export function usePaymentsWords() {
  const { t } = useTranslation("admin-payments");
  return {
    say: (code: CodeOf<PaymentsReply>, _field: string, reply: PaymentsReply | undefined): string => {
      switch (code) {
        case "failed":
        case "changed_meanwhile":
          return t(code);
        case "last_one": {
          const provider = PROVIDER_NAMES[reply?.refused?.initialValue?.provider as PaymentProviderName];
          return t("lastOne.title", { provider });
        }
        case "bad_rate":
        case "bad_fixed":
        case "bad_day":
        case "past":
          return t(`fees.problems.${code}`);
        default:
          return t(`split.problems.${code}`);
      }
    },
    done: ({ intent }: PaymentsReply) => {
      const key = DONE[intent];
      return key && t(key);
    },
  };
}
