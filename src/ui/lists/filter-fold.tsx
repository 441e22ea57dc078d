/** Filters above a list: open on wide screens, collapsed on phones. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/messages.ts";
import { SlidersHorizontal } from "../icons.ts";

/** `active`: the number of filters in use. */
export function FilterFold({ active, children }: { active: number; children: ReactNode }) {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  return (
    <details className="filter-fold">
      <summary className="admin-card">
        <SlidersHorizontal size={18} strokeWidth={1.6} aria-hidden="true" />
        {active > 0 ? t("kit.filtersActive", { n: number(active) }) : t("kit.filters")}
      </summary>
      {children}
    </details>
  );
}
