/** Replaces a missing picture: a car's outline on a ticket, with a text. */
export function PicturePlaceholder({ label, className = "" }: { label: string; className?: string }) {
  return (
    <span
      className={`@container flex size-full flex-col items-center justify-center gap-3 bg-raised p-2 text-faint ${className}`}
    >
      <svg
        viewBox="0 0 120 72"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="w-[min(120px,60%)]"
        aria-hidden="true"
      >
        <path d="M5 1h110a4 4 0 0 1 4 4v21a10 10 0 0 0 0 20v21a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V46a10 10 0 0 0 0-20V5a4 4 0 0 1 4-4Z" />
        <path
          d="M24 47c-2 0-3-1-3-3v-4c0-3 1.5-4.5 4.5-5.5l12-3L48 24c2-1.5 4-2 6.5-2H67c3.5 0 6 .8 8.5 2.800L84 31l9 2c4 1 6 3.5 6 7.5V44c0 2-1 3-3 3h-3.5M75 47H45.5M27 47h-3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="36" cy="47" r="8.5" />
        <circle cx="84" cy="47" r="8.5" />
      </svg>
      <span className="text-center text-[0.8125rem] @max-[9rem]:sr-only">{label}</span>
    </span>
  );
}
