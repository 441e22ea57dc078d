/** The bar above pages with the visitor's reserved tickets: pay, or release them. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRevalidator } from "react-router";
import type { OwnHold } from "#shared/me.ts";
import { LinkButton } from "#ui/button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Clock } from "#ui/icons.ts";
import { loadMe } from "#ui/me.ts";
import { TextButton } from "#ui/text/text-link.tsx";
import { shopNow, useShopTime } from "#ui/time/shop-clock.ts";

const RELEASE_PATH = "/reservations/release";

/** The holds that the result page does not show itself: others than its order's, and none after a payment. */
function holdsBesideResult(holds: readonly OwnHold[], query: URLSearchParams): readonly OwnHold[] {
  return query.get("success") === "true" ? [] : holds.filter(({ orderId }) => orderId !== query.get("order"));
}

/** One order's reserved tickets. */
function Reservation({ hold }: { hold: OwnHold }) {
  const { t } = useTranslation("common");
  const { number, date } = useFormat();
  const { pathname, search } = useLocation();
  const { Form, isBusy } = useSubmission({ intent: "release" });
  const { quantity: count } = hold;
  const textValues = { count, n: number(count), title: hold.title, time: date(new Date(hold.until), "time") };
  return (
    <div data-tone="info" className="note items-center max-sm:items-start">
      <Clock size={22} strokeWidth={1.6} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-8 gap-y-2.5">
        <p className="font-[560]">{t("holds.text", textValues)}</p>
        <ShopFormFrame
          form={{ Form, intent: "release" }}
          action={RELEASE_PATH}
          fields={{ order: hold.orderId, next: pathname + search }}
          className="flex flex-wrap items-center gap-x-6 gap-y-2"
        >
          <LinkButton to={hold.payUrl} size="sm" variant="outline">
            {t("holds.pay")}
          </LinkButton>
          <TextButton type="submit" aria-busy={isBusy}>
            {t("holds.release", { count })}
          </TextButton>
        </ShopFormFrame>
      </div>
    </div>
  );
}

/** Reloads the page when the reservation ends. `until`: in ms on the shop's clock. */
function useReloadAtEnd(until: number | undefined): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(() => void Promise.all([revalidate(), loadMe()]), Math.max(1000, until - shopNow()));
    return () => clearTimeout(timer);
  }, [until, revalidate]);
}

/** `now`: the shop's clock in ms. */
export default function HoldBar({ holds, now }: { holds: readonly OwnHold[]; now: number }) {
  const { pathname, search } = useLocation();
  useShopTime(now);
  useReloadAtEnd(holds[0]?.until);
  const shown = pathname === "/success" ? holdsBesideResult(holds, new URLSearchParams(search)) : holds;
  if (shown.length === 0) return null;
  return (
    <div className="wrap grid gap-3 pt-4">
      {shown.map((hold) => (
        <Reservation key={hold.orderId} hold={hold} />
      ))}
    </div>
  );
}
