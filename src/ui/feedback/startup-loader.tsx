/**
 * The animated ticket over a visit's first page. Pointers, keys and screen readers reach the page beneath
 * it.
 */

/** The animated ticket over a visit's first page. It is transparent to pointers, keys and screen readers. */
export function StartupLoader({ durationMs }: { durationMs: number }) {
  return (
    <div className="startup-loader" aria-hidden="true" style={{ animationDuration: `${durationMs}ms` }}>
      <svg width="112" height="80" viewBox="0 0 28 20" fill="none" strokeWidth="0.8" aria-hidden="true">
        <path
          d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"
          stroke="var(--color-champagne)"
        />
        <path d="M14 3.5v13" stroke="var(--color-line-strong)" strokeDasharray="1 1" />
        <path
          d="M14 3.5v13"
          stroke="var(--color-champagne-hi)"
          strokeDasharray="1 1"
          className="startup-perforation"
          style={{ animationDuration: `${durationMs}ms` }}
        />
      </svg>
    </div>
  );
}
