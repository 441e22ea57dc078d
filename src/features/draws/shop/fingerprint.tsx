/** A hash as a row of bars, one for each hexadecimal digit: two that are the same are seen to be the same. */

const WIDTH = 256;
const HEIGHT = 24;

/** Decoration: whoever cannot see it reads the hash beside it. `isGrowing`: drawn from left to right as it appears. */
export function Fingerprint({ hex, className, isGrowing = false }: { hex: string; className: string; isGrowing?: boolean }) {
  const step = WIDTH / hex.length;
  const bars = [...hex].map((digit, i) => {
    const height = 3.5 + (Number.parseInt(digit, 16) / 15) * (HEIGHT - 4);
    return `M${(i + 0.28) * step} ${HEIGHT}V${(HEIGHT - height).toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`fingerprint ${className}`}
      data-growing={isGrowing ? "" : undefined}
      aria-hidden="true"
    >
      <path d={bars.join("")} stroke="currentColor" strokeWidth={step * 0.55} fill="none" />
    </svg>
  );
}
