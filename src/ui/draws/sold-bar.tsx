/** The sold and reserved shares of a draw's tickets: a thin bar, with up to three texts below it. */
import type { ReactNode } from "react";

export function SoldBar({
  sold,
  held = 0,
  total,
  label,
  start,
  note,
  end,
  className,
}: {
  sold: number;
  held?: number;
  total: number;
  label: string;
  start?: string;
  note?: string | undefined;
  end?: ReactNode;
  className?: string;
}) {
  const part = (tickets: number) => (total > 0 ? Math.min(tickets / total, 1) : 0);
  const share = part(sold);
  const percent = (width: number) => `${(width * 100).toFixed(1)}%`;
  return (
    <div className={className}>
      <div
        className="bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={note ? `${start}, ${note}` : start}
      >
        <span style={{ width: percent(share) }} />
        {held > 0 && <span data-held="" style={{ width: percent(Math.min(part(held), 1 - share)) }} />}
      </div>
      {(start || note || end) && (
        <p className="type-small mt-2.5 flex flex-wrap justify-between gap-x-4">
          <span>{start}</span>
          {note && <span>{note}</span>}
          <span>{end}</span>
        </p>
      )}
    </div>
  );
}
