/** The size of a fingerprint's coordinates. */
const WIDTH = 256;
const HEIGHT = 24;

/** A hash as bars, one per hexadecimal digit, so that a difference is seen. `isGrowing`: animated. */
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
