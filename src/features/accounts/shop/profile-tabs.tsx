/** The parts of the profile, each with an address of its own. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ProfileTab } from "../rules/profile.ts";

/** `uid` is the id of somebody else, whose parts these are then. `children` stand at the end of the row. */
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
