/** A figure with its label, and a small line of its past values. */
import type { ReactNode } from "react";
import type { Icon } from "../icon.tsx";

type Props = {
  icon: Icon;
  label: string;
  value: string;
  note?: ReactNode;
  /** Oldest first. Decorative: the note says the same. */
  points?: readonly number[];
};

export function StatCard({ icon: Icon, label, value, note, points }: Props) {
  return (
    <div className="admin-card stat">
      <dt className="stat-label">
        <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
        {label}
      </dt>
      <dd className="stat-value">{value}</dd>
      {note && <dd className="stat-note">{note}</dd>}
      {points && points.length > 1 && (
        <dd aria-hidden="true">
          <svg className="spark" viewBox="0 0 100 34" preserveAspectRatio="none" role="presentation">
            <polyline
              points={line(points)}
              fill="none"
              stroke="var(--chart-1)"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
            />
          </svg>
        </dd>
      )}
    </div>
  );
}

function line(points: readonly number[]): string {
  const highest = Math.max(...points);
  const lowest = Math.min(...points);
  const range = highest - lowest || 1;
  const step = 100 / (points.length - 1);
  return points.map((point, i) => `${(i * step).toFixed(1)},${(30 - (26 * (point - lowest)) / range).toFixed(1)}`).join(" ");
}
