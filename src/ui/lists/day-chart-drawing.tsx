/** The half of `day-chart.tsx` that carries the library. The picture has a sentence and a table beside it, so the library's own keyboard mode is off. */
import { Area, Bar, CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type Day, formatDate } from "#shared/dates.ts";
import { useLocale } from "../i18n/messages.ts";

export type DayPoint = { readonly day: Day; readonly value: number };

type Props = {
  points: readonly DayPoint[];
  axis: (value: number) => string;
  tip: (value: number) => string;
  kind: "area" | "columns";
};

const tick = { fill: "var(--muted)", fontSize: 13 } as const;
/** Of the axis's fixed-width letters, in px; and the room between them and the picture. */
const LETTER = 7.9;
const GAP = 10;

export default function DayChartDrawing({ points, axis, tip, kind }: Props) {
  const locale = useLocale();
  // The library's own measure comes once, and may come before the letters do. The highest line may lie a quarter above the highest value.
  const widest = axis(Math.ceil(Math.max(...points.map(({ value }) => value), 1) * 1.25));
  // Where nothing has come yet, the library would set the axis in quarters of a ticket or in single pence.
  const isFlat = points.every(({ value }) => value === 0);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tick={tick}
          tickLine={false}
          axisLine={false}
          tickMargin={10}
          minTickGap={48}
          tickFormatter={(day: string) => formatDate(day, locale, "short").replace(/[\s\u00a0]\d{4}$/, "")}
        />
        <YAxis
          tick={{ ...tick, fontFamily: "var(--font-mono)" }}
          tickLine={false}
          axisLine={false}
          width={widest.length * LETTER + GAP}
          allowDecimals={false}
          tickCount={5}
          {...(isFlat && { domain: [0, 1], ticks: [0] })}
          tickFormatter={axis}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--control)", fill: "var(--hover)" }}
          content={({ active, payload }) => {
            const point = active ? (payload?.[0]?.payload as DayPoint | undefined) : undefined;
            return point ? (
              <div className="chart-tip">
                <b className="font-[600]">{tip(point.value)}</b>
                <br />
                {formatDate(point.day, locale)}
              </div>
            ) : null;
          }}
        />
        {kind === "area" ? (
          <Area
            type="linear"
            dataKey="value"
            stroke="var(--chart-1)"
            strokeWidth={2}
            fill="var(--chart-fill)"
            fillOpacity={1}
            isAnimationActive={false}
            activeDot={{ r: 5, fill: "var(--card)", stroke: "var(--chart-1)", strokeWidth: 2.5 }}
          />
        ) : (
          <Bar dataKey="value" fill="var(--chart-2)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
