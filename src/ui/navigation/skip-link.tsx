/** The first link of each page, visible when focused: skips the header. */

export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="fixed top-2 start-2 z-50 inline-flex min-h-11 -translate-y-20 items-center rounded-control bg-champagne-hi px-5 font-semibold text-on-accent focus:translate-y-0"
    >
      {children}
    </a>
  );
}
