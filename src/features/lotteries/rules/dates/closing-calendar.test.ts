/** Calendar entries follow RFC 5545. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closingCalendar } from "./closing-calendar.ts";

const closing = {
  id: "3f2b8f2e-0000-4000-8000-000000000001",
  shop: "Concours",
  summary: "Valmont GT-10: sales close",
  description: "At midnight; then the winner is drawn.",
  closesAt: new Date("2026-07-01T23:00:00Z"),
  origin: "https://shop.example:8443",
  madeAt: new Date("2026-06-01T08:30:15.250Z"),
  isCancelled: false,
};
const unfolded = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

describe("the entry", () => {
  it("is the half hour before the midnight that ends the sales, in summer too", () => {
    const lines = unfolded(closingCalendar(closing));
    expect(lines).toContain("DTSTART:20260701T223000Z");
    expect(lines).toContain("DTEND:20260701T230000Z");
    expect(lines).toContain("DTSTAMP:20260601T083015Z");
  });

  it("has the same UID each time, so that calendars replace it", () => {
    const uid = "UID:closing-3f2b8f2e-0000-4000-8000-000000000001@shop.example";
    expect(unfolded(closingCalendar(closing))).toContain(uid);
    expect(unfolded(closingCalendar({ ...closing, madeAt: new Date(0) }))).toContain(uid);
  });

  it("is cancelled with its draw, so that calendars remove it", () => {
    expect(closingCalendar(closing)).not.toContain("STATUS");
    expect(unfolded(closingCalendar({ ...closing, isCancelled: true }))).toContain("STATUS:CANCELLED");
  });

  it("escapes special characters, so that a title cannot add lines", () => {
    const lines = unfolded(closingCalendar({ ...closing, summary: "a,b;c\\d\r\nBEGIN:VALARM" }));
    expect(lines).toContain("SUMMARY:a\\,b\\;c\\\\d\\nBEGIN:VALARM");
    expect(lines).not.toContain("BEGIN:VALARM");
  });

  it("has lines of at most 75 octets for any text, and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const summary = text.replaceAll(/[\\;,\r\n]/g, "");
        const file = closingCalendar({ ...closing, summary });
        const lengths = file.split("\r\n").map((line) => Buffer.byteLength(line));
        expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
        expect(unfolded(file)).toContain(`SUMMARY:${summary}`);
      }),
    );
  });
});
