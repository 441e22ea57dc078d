/** Top of the profile: name, totals, tabs, and the button to sign out. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Pence } from "#shared/money/money.ts";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { LogOut } from "#ui/icons.ts";
import type { ProfileTab } from "../rules/profile.ts";
import { dropDraft } from "./use-stored-draft.ts";

/** `spent` in pence. */
export type Totals = { readonly tickets: number; readonly draws: number; readonly spent: Pence };

/** Name, member since, and totals. */
export function ProfileHead({ name, since, totals }: { name: string; since: Date; totals: Totals }) {
  const { t } = useTranslation("profile");
  const { date, number, money } = useFormat();
  const figures = [
    { id: "tickets", value: number(totals.tickets), label: t("totals.tickets", { count: totals.tickets }) },
    { id: "draws", value: number(totals.draws), label: t("totals.draws", { count: totals.draws }) },
    { id: "spent", value: money(totals.spent, "whole"), label: t("totals.spent") },
  ];
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-7 pt-6 lg:pt-10">
      <div className="min-w-0">
        <p className="type-small">{t("since", { date: date(since, "month") })}</p>
        <h1 className="type-h1 mt-3">
          <bdi>{name}</bdi>
        </h1>
      </div>
      <dl className="totals" aria-label={t("totals.label")}>
        {figures.map(({ id, value, label }) => (
          <div key={id} className="flex flex-col-reverse">
            <dt className="type-small mt-1.5">{label}</dt>
            <dd className="type-total">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Links to the tabs. `uid`: the user whose profile staff look at. `children`: beside the tabs. */
export function ProfileTabs({
  tabs,
  current,
  uid,
  children,
}: {
  tabs: readonly ProfileTab[];
  current: ProfileTab;
  uid?: string | undefined;
  children?: ReactNode;
}) {
  const { t } = useTranslation("profile");
  const to = (tab: ProfileTab) => {
    const query = new URLSearchParams({ ...(uid !== undefined && { uid }), ...(tab !== "tickets" && { tab }) });
    return `/profile${query.size > 0 ? `?${query}` : ""}`;
  };
  return (
    <div className="tabs mt-8 lg:mt-10">
      <nav aria-label={t("tabs.label")} className="flex min-w-0 flex-1 flex-wrap sm:gap-x-7">
        {tabs.map((tab) => (
          <Link key={tab} to={to(tab)} className="tab" aria-current={tab === current ? "page" : undefined}>
            {t(`tabs.${tab}`)}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Signs out. `full`: as wide as its container. */
export function SignOutButton({ full = false }: { full?: boolean }) {
  const { t } = useTranslation("profile");
  const { Form, isBusy } = useSubmission({
    intent: "sign-out",
    onReply: ({ refused }) => refused && toastError(t("signOutError"), { id: "signOutError" }),
  });
  return (
    <ShopFormFrame form={{ Form, intent: "sign-out" }} action="/profile" onSubmit={dropDraft}>
      <Button
        type="submit"
        variant={full ? "outline" : "tertiary"}
        size={full ? "md" : "sm"}
        full={full}
        icon={<LogOut size={18} strokeWidth={1.6} aria-hidden="true" />}
        busy={isBusy}
        busyLabel={t("signOutBusy")}
      >
        {t("signOut")}
      </Button>
    </ShopFormFrame>
  );
}
