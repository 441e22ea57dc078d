/** A participant's chance, and the name of the export. */
import { describe, expect, it } from "vitest";
import { formatsIn } from "#ui/i18n/messages.ts";
import { participantsFileName, winningChance } from "./managed-draw.ts";

describe("the winning chance", () => {
  it.each([
    [1, 8, "12.5%", "12,5\u00a0%"],
    [180, 9000, "2.0%", "2,0\u00a0%"],
    [1, 3, "33.3%", "33,3\u00a0%"],
    [5, 5, "100.0%", "100,0\u00a0%"],
    [0, 0, "0.0%", "0,0\u00a0%"],
  ])("of %d tickets in %d is %s, « %s »", (tickets, all, english, french) => {
    const chance = winningChance(tickets, all);
    expect([formatsIn("en").percent(chance), formatsIn("fr").percent(chance)]).toEqual([english, french]);
  });
});

describe("the file of participants", () => {
  it.each([
    ["Valmont GT-10", "valmont-gt-10-participants-2026-11-21.csv"],
    ["  L'Étoile: « Noire »!  ", "l-etoile-noire-participants-2026-11-21.csv"],
    ['a"; b\r\n/../c', "a-b-c-participants-2026-11-21.csv"],
    ["赤い車", "draw-participants-2026-11-21.csv"],
  ])("of %j is called %s", (title, name) => {
    expect(participantsFileName(title, "2026-11-21")).toBe(name);
  });
});
