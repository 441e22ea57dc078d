/** A calendar file that reminds of the end of sales. Sections are those of RFC 5545 (iCalendar). */

/** Texts are plain and in one language. `origin`: of the shop, without a trailing slash. `madeAt`: now. */
export type Closing = {
  readonly id: string;
  readonly shop: string;
  readonly summary: string;
  readonly description: string;
  readonly closesAt: Date;
  readonly origin: string;
  readonly madeAt: Date;
  readonly isCancelled: boolean;
};

/** The longest line in octets; longer ones are folded (section 3.1). */
const LINE_OCTETS = 75;
const HALF_HOUR_MS = 30 * 60 * 1000;

/** "20261231T235959Z" (section 3.3.5, form 2). */
function utc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Escapes the characters of section 3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

/** Breaks a line into lines of 75 octets at most, never within a character. */
function fold(line: string): string {
  const rows: string[] = [];
  let row = "";
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > LINE_OCTETS) {
      rows.push(row);
      row = " ";
      octets = 1;
    }
    row += character;
    octets += size;
  }
  return [...rows, row].join("\r\n");
}

/** The file. Its event is the last half hour of sales, so that calendars show it on the last day of sales. */
export function closingCalendar({ id, shop, summary, description, closesAt, origin, madeAt, isCancelled }: Closing): string {
  const url = `${origin}/lottery/${id}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(shop).replaceAll("/", " ")}//Draws//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:closing-${id}@${new URL(origin).hostname}`,
    `DTSTAMP:${utc(madeAt)}`,
    `DTSTART:${utc(new Date(closesAt.getTime() - HALF_HOUR_MS))}`,
    `DTEND:${utc(closesAt)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(`${description}\n${url}`)}`,
    `URL:${url}`,
    ...(isCancelled ? ["STATUS:CANCELLED"] : []),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}
