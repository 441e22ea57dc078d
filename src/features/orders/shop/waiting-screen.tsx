/** While the payment is being confirmed: blank stubs, and how many looks have been taken. */
import { useTranslation } from "react-i18next";
import { TicketStubSkeleton } from "#ui/feedback/ticket-stub-skeleton.tsx";
import { PurchaseSteps } from "#ui/purchase-steps.tsx";
import { TicketList } from "#ui/ticket-stub.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { MAX_TRIES } from "../rules/polling.ts";

const MOST_STUBS = 8;

/** `quantity` is undefined where not even the order is known. */
export function WaitingScreen({ tries, quantity = 4 }: { tries: number; quantity?: number | undefined }) {
  const { t } = useTranslation("success");
  const stubs = Array.from({ length: Math.min(quantity, MOST_STUBS) }, (_, place) => place);
  const counter = { n: Math.min(tries + 1, MAX_TRIES), total: MAX_TRIES };
  return (
    <div className="wrap pt-2 lg:pt-16">
      <PurchaseSteps current="numbers" className="max-w-[420px]" />
      <h1 className="type-h1 mt-7">{t("waiting.title")}</h1>
      <p className="type-lead mt-5">{t("waiting.text")}</p>
      <p className="mt-6 flex items-center gap-3 text-muted" role="status">
        <span className="type-mono text-ink" aria-hidden="true">
          {t("waiting.counter", counter)}
        </span>
        <span aria-hidden="true">{t("waiting.checking")}</span>
        <VisuallyHidden>{t("waiting.count", counter)}</VisuallyHidden>
      </p>
      <div className="mt-8 max-w-[800px]">
        <TicketList label={t("waiting.title")}>
          {stubs.map((place) => (
            <TicketStubSkeleton key={place} />
          ))}
        </TicketList>
      </div>
    </div>
  );
}
