/** The size of the picture, in units of its view box. */
const WIDTH = 256;
const HEIGHT = 24;
/** Heights of the bars for the digits 0 and f. */
const LOWEST_BAR = 3.5;
const HIGHEST_BAR = 23.5;
/** Shares of the space for a bar. */
const BAR_WIDTH = 0.55;
const BAR_CENTRE = 0.28;

/** A hash as bars, one for each hexadecimal digit, so that a difference is seen. `isGrowing`: animated. */
export function Fingerprint({ hex, className, isGrowing = false }: { hex: string; className: string; isGrowing?: boolean }) {
  const barSpace = WIDTH / hex.length;
  const bars = [...hex].map((digit, i) => {
    const height = LOWEST_BAR + (Number.parseInt(digit, 16) / 15) * (HIGHEST_BAR - LOWEST_BAR);
    return `M${(i + BAR_CENTRE) * barSpace} ${HEIGHT}V${(HEIGHT - height).toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`fingerprint ${className}`}
      data-growing={isGrowing ? "" : undefined}
      aria-hidden="true"
    >
      <path d={bars.join("")} stroke="currentColor" strokeWidth={barSpace * BAR_WIDTH} fill="none" />
    </svg>
  );
}
