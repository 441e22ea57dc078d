/** A figure for each day, as a picture with a table behind it. The drawing library comes when the page has been shown. */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/messages.ts";
import { Table2 } from "../icons.ts";
import { lazyPart } from "../lazy-part.tsx";
import { DataTable } from "./data-table.tsx";
import type { DayPoint } from "./day-chart-drawing.tsx";

const Drawing = lazyPart(async () => (await import("./day-chart-drawing.tsx")).default);

type Props = {
  /** What is counted: names the picture and the table's column. */
  label: string;
  /** What the picture shows, in a sentence for those who do not see it. */
  summary: string;
  points: readonly DayPoint[];
  /** Writes a value, for the axis and for the tip ("612 tickets"). */
  axis: (value: number) => string;
  tip: (value: number) => string;
  dayLabel: string;
  kind?: "area" | "columns";
};

export function DayChart({ label, summary, points, axis, tip, dayLabel, kind = "area" }: Props) {
  const { t } = useTranslation("admin");
  const { date } = useFormat();
  const inBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <div className="grid gap-2">
      <div className="chart" role="img" aria-label={summary}>
        {inBrowser && <Drawing points={points} axis={axis} tip={tip} kind={kind} />}
      </div>
      <details className="chart-table">
        <summary>
          <Table2 size={18} strokeWidth={1.6} aria-hidden="true" />
          {t("kit.viewAsTable")}
        </summary>
        <div className="chart-table-body">
          <DataTable
            plain
            caption={label}
            rows={points}
            rowKey={({ day }) => day}
            columns={[
              { id: "day", header: dayLabel, cell: ({ day }) => date(day, "short") },
              { id: "value", header: label, end: true, mono: true, cell: ({ value }) => axis(value) },
            ]}
          />
        </div>
      </details>
    </div>
  );
}
