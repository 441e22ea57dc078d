/** A chart of one value per day, as a line or columns, and the same data as a table. */
import { type PointerEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Day, formatDate } from "#shared/dates/dates.ts";
import { useFormat, useLocale } from "../i18n/messages.ts";
import { Table2 } from "../icons.ts";
import { axisTicks } from "./axis-ticks.ts";
import { DataTable } from "./data-table.tsx";

export type DayPoint = { readonly day: Day; readonly value: number };

/** `axis` formats values at the axis, `tip` those under the pointer. */
type Drawing = {
  points: readonly DayPoint[];
  axis: (value: number) => string;
  tip: (value: number) => string;
  kind?: "area" | "columns";
};

type Props = Drawing & {
  label: string;
  summary: string;
  dayLabel: string;
};

export function DayChart({ label, summary, dayLabel, ...drawing }: Props) {
  const { t } = useTranslation("admin");
  const { date } = useFormat();
  return (
    <div className="grid gap-2">
      <div className="chart" role="img" aria-label={summary}>
        <Picture {...drawing} />
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
            rows={drawing.points}
            rowKey={({ day }) => day}
            columns={[
              { id: "day", header: dayLabel, cell: ({ day }) => date(day, "short") },
              { id: "value", header: label, end: true, mono: true, cell: ({ value }) => drawing.axis(value) },
            ]}
          />
        </div>
      </details>
    </div>
  );
}

/** The most days labelled below the chart; styles hide every second one on narrow screens. */
const LABELS = 7;
/** The width of a column as a share of its day. */
const COLUMN_SHARE = 0.8;

/** The drawing. All lengths are in percent, so that it fits any width without measuring. */
function Picture({ points, axis, tip, kind = "area" }: Drawing) {
  const locale = useLocale();
  const [pointed, setPointed] = useState<number>();
  const ticks = axisTicks(Math.max(0, ...points.map(({ value }) => value)));
  const highest = ticks.at(-1) || 1;
  const count = points.length;
  const last = Math.max(count - 1, 1);
  const x = (index: number) => (kind === "area" ? (100 * index) / last : (100 * (index + 0.5)) / count);
  const y = (value: number) => 100 - (100 * value) / highest;
  const labelEvery = Math.ceil(count / LABELS);
  const labelled = points.map(({ day }, index) => ({ day, index })).filter(({ index }) => (count - 1 - index) % labelEvery === 0);
  const line = points.map(({ value }, index) => `${x(index)},${y(value)}`).join(" ");

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / width;
    const index = kind === "area" ? Math.round(share * last) : Math.floor(share * count);
    setPointed(Math.min(Math.max(index, 0), count - 1));
  };
  const shown = pointed === undefined ? undefined : points[pointed];
  const at = x(pointed ?? 0);
  return (
    <>
      <div className="chart-axis">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{axis(tick)}</span>
        ))}
      </div>
      <div className="chart-plot" onPointerDown={point} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <svg aria-hidden="true">
          {ticks.map((tick) => (
            <line key={tick} x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} stroke="var(--line)" />
          ))}
          {shown && <line x1={`${at}%`} x2={`${at}%`} y2="100%" stroke="var(--control)" />}
          {kind === "area" ? (
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <polygon points={`0,100 ${line} 100,100`} fill="var(--chart-fill)" />
              <polyline points={line} fill="none" stroke="var(--chart-1)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
            </svg>
          ) : (
            // The columns continue below the edge, so only their upper corners are round.
            <svg overflow="hidden" fill="var(--chart-2)" aria-hidden="true">
              {points.map(({ day, value }, index) => (
                <rect
                  key={day}
                  x={`${x(index) - (50 * COLUMN_SHARE) / count}%`}
                  y={`${y(value)}%`}
                  width={`${(100 * COLUMN_SHARE) / count}%`}
                  height="200%"
                  rx={3}
                />
              ))}
            </svg>
          )}
          {shown && kind === "area" && (
            <circle cx={`${at}%`} cy={`${y(shown.value)}%`} r={5} fill="var(--card)" stroke="var(--chart-1)" strokeWidth={2.5} />
          )}
          <g className="chart-days">
            {labelled.map(({ day, index }) => (
              <text key={day} x={`${x(index)}%`} y="100%" dy={25}>
                {formatDate(day, locale, "short").replace(/[\s\u00a0]\d{4}$/, "")}
              </text>
            ))}
          </g>
        </svg>
        {shown && (
          <div className="chart-tip" style={at < 50 ? { left: `calc(${at}% + 10px)` } : { right: `calc(${100 - at}% + 10px)` }}>
            <b className="font-[600]">{tip(shown.value)}</b>
            <br />
            {formatDate(shown.day, locale)}
          </div>
        )}
      </div>
    </>
  );
}
