/** A share of a whole as a bar; a full bar is green. */

type Props = {
  share: number;
  /** For screen readers; without it the bar is decorative. */
  label?: string;
  /** The share of the list's highest bar, between 0 and 1; 1 for the whole. */
  outOf?: number;
};

export function ShareBar({ share, label, outOf = 1 }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10;
  const width = outOf > 0 ? Math.min(1, share / outOf) * 100 : 0;
  return (
    <div
      className="share-bar"
      {...(label === undefined
        ? { "aria-hidden": true }
        : { role: "progressbar", "aria-label": label, "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
      data-full={(outOf === 1 && share >= 1) || undefined}
    >
      <span style={{ width: `${width}%` }} />
    </div>
  );
}
