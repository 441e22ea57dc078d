/** How much is sold: a thin bar, and the same in words. */
import type { ReactNode } from "react";

export function SoldBar({
  sold,
  total,
  label,
  start,
  end,
  className,
}: {
  sold: number;
  total: number;
  label: string;
  /** "3,918 of 6,000 sold" */
  start?: string;
  /** "2,082 left", or when it closes */
  end?: ReactNode;
  className?: string;
}) {
  const share = total > 0 ? Math.min(sold / total, 1) : 0;
  return (
    <div className={className}>
      <div
        className="bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={start}
      >
        <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </div>
      {(start || end) && (
        <p className="type-small mt-2.5 flex flex-wrap justify-between gap-x-4">
          <span>{start}</span>
          <span>{end}</span>
        </p>
      )}
    </div>
  );
}
