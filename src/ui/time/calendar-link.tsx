/** A link to a calendar file for a date. */
import { CalendarPlus } from "../icons.ts";

export function CalendarLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} download className="link">
      <CalendarPlus size={18} strokeWidth={1.6} aria-hidden="true" />
      {children}
    </a>
  );
}
