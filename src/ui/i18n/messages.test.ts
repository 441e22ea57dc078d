import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { formatRelative } from "../time/relative-time.ts";
import { formatsIn } from "./messages.ts";

const [en, fr] = [formatsIn("en"), formatsIn("fr")];
const now = new Date("2026-11-21T12:00:00Z");
const at = (iso: string) => new Date(iso);

describe("writing in the reader's language", () => {
  it.each([
    ["money", en.money(pence(123_450)), fr.money(pence(123_450)), "£1,234.50", "1\u00a0234,50\u00a0£"],
    [
      "round money",
      en.money(pence(14_800_000), "whole"),
      fr.money(pence(14_800_000), "whole"),
      "£148,000",
      "148\u00a0000\u00a0£",
    ],
    ["a number", en.number(6000), fr.number(6000), "6,000", "6\u00a0000"],
    ["a fraction", en.number(0.126), fr.number(0.126), "0.13", "0,13"],
    ["a share", en.percent(0.125), fr.percent(0.125), "12.5%", "12,5\u00a0%"],
    ["a whole share", en.percent(0.1, 0), fr.percent(0.1, 0), "10%", "10\u00a0%"],
    ["a date", en.date("2026-12-04"), fr.date("2026-12-04"), "4\u00a0December 2026", "4\u00a0décembre 2026"],
    ["just now", formatRelative(now, now, "en"), formatRelative(now, now, "fr"), "1 second ago", "il y a 1 seconde"],
    [
      "soon",
      formatRelative(at("2026-11-21T12:45:59Z"), now, "en"),
      formatRelative(at("2026-11-21T12:45:59Z"), now, "fr"),
      "in 45 minutes",
      "dans 45 minutes",
    ],
    [
      "hours ago",
      formatRelative(at("2026-11-21T09:59:00Z"), now, "en"),
      formatRelative(at("2026-11-21T09:59:00Z"), now, "fr"),
      "2 hours ago",
      "il y a 2 heures",
    ],
    [
      "a day on",
      formatRelative(at("2026-11-22T13:00:00Z"), now, "en"),
      formatRelative(at("2026-11-22T13:00:00Z"), now, "fr"),
      "tomorrow",
      "demain",
    ],
    [
      "months on",
      formatRelative(at("2027-01-25T12:00:00Z"), now, "en"),
      formatRelative(at("2027-01-25T12:00:00Z"), now, "fr"),
      "in 2 months",
      "dans 2 mois",
    ],
  ])("%s", (_case, inEnglish, inFrench, english, french) => {
    expect([inEnglish, inFrench]).toEqual([english, french]);
  });
});
