/** The result of a draw in a player's list. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { pence } from "#shared/money/money.ts";
import type { EnteredDraw } from "../../rules/purchase-history.ts";
import { HistoryDraw, type Outcome } from "./history-draw.tsx";

const words = readMessages(messagesFolder());
const NONE = pence(0);
const draw: EnteredDraw = {
  ...{ id: "1", title: "Valmont GT-10", status: "completed", phase: "completed", endDate: "2026-11-20" },
  dates: drawDates({ endDate: "2026-11-20", endTime: "23:59", takesFreeEntries: true }),
  ...{ isFrozen: true, hasCash: false, furtherTitles: ["A watch", "A bicycle"], picture: undefined, prefix: "CONC-0006-" },
  among: { entries: 100, free: 0, isFinal: true },
  ...{ numbers: [7, 8], free: 0, gone: 0, suspended: 0, bought: 2, purchases: 0, orders: [] },
  ...{ spent: NONE, paid: NONE, refunded: NONE, returning: NONE, withBank: NONE, firstAt: undefined, lastAt: undefined },
};
const wins = (first: number, second: number, third: number): Outcome => ({
  ...{ drawnAt: new Date("2026-11-30T12:00:00Z"), ticketNumber: first, name: "Jo" },
  prizes: [
    { place: 2, ticketNumber: second, name: "Kim" },
    { place: 3, ticketNumber: third, name: "Lee" },
  ],
});
function textOf(outcome: Outcome): string {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <HistoryDraw draw={draw} hasProof outcome={outcome} isOwn now={0} /> },
  ]);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words.en}>
      <Stub />
    </I18nextProvider>,
  );
  return html.replace(/<[^>]+>/g, "");
}

it("names each prize that the player has won, and else the first prize's winner", () => {
  expect(textOf(wins(1, 8, 3))).toContain("You won: A watch. Your winning ticket is CONC-0006-000008.");
  expect(textOf(wins(1, 8, 3))).not.toContain("You won!");
  const both = textOf(wins(7, 2, 8));
  expect(both).toContain("You won! Your winning ticket is CONC-0006-000007.");
  expect(both).toContain("You won: A bicycle.");
  expect(textOf(wins(1, 2, 3))).toContain("Winning ticket CONC-0006-000001, Jo.");
});
