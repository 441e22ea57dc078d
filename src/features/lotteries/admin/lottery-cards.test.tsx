/** The texts of a draw's card in the back office. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { RIGHTS } from "#features/access/rules/rights.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { RightsOnScreen } from "#ui/allowed.tsx";
import { drawDates } from "../rules/dates/draw-dates.ts";
import { LotteryCards, type LotteryCardView } from "./lottery-cards.tsx";

const words = readMessages(messagesFolder());
const CARD: LotteryCardView = {
  id: "3f2b8f2e-0000-4000-8000-000000000001",
  title: { en: "Valmont GT-10", fr: "Valmont GT-10" },
  description: { en: "Ten cylinders.", fr: "Dix cylindres." },
  pricePerTicket: pence(2999),
  priceValue: pence(14_800_000),
  startDate: "2026-11-03",
  startTime: "00:00",
  endDate: "2026-12-09",
  endTime: "23:59",
  status: "active",
  publishAt: undefined,
  hasOrders: true,
  isArchived: false,
  dates: drawDates({ endDate: "2026-12-09", endTime: "23:59", takesFreeEntries: true }),
  total: 1500,
  left: 1500,
  picture: undefined,
  pictureCount: 3,
};

function textOf(locale: Locale, card: LotteryCardView): string {
  const router = createMemoryRouter([{ path: "/", element: <LotteryCards lotteries={[card]} onDelete={() => {}} /> }]);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words[locale]}>
      <RightsOnScreen rights={RIGHTS}>
        <RouterProvider router={router} />
      </RightsOnScreen>
    </I18nextProvider>,
  );
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

it("has title, status, description, price, prize value, tickets, dates and how many pictures more, and leads to changing and deleting it", () => {
  expect(textOf("en", CARD)).toBe(
    "Image not available +2 more Valmont GT-10 Active Ten cylinders. Price per ticket £29.99 Prize value £148,000 Tickets available 1,500 Dates 3 Nov 2026 to 9 Dec 2026 Postal entries until 16 Dec 2026 Winner drawn from 17 Dec 2026 Edit Copy Delete Waiting room View in shop",
  );
});

it.each([
  [0, "0 left of 1,500", "0 restant sur 1 500"],
  [1, "1 left of 1,500", "1 restant sur 1 500"],
  [2, "2 left of 1,500", "2 restants sur 1 500"],
])("of a draw with %i tickets left says: %s, « %s »", (left, english, french) => {
  expect(textOf("en", { ...CARD, left })).toContain(`Tickets available ${english}`);
  expect(textOf("fr", { ...CARD, left })).toContain(`Tickets disponibles ${french}`);
});

it("of a draw with two pictures says that there is one more, and not several", () => {
  expect(textOf("en", { ...CARD, pictureCount: 2 })).toContain("+1 more Valmont");
  expect(textOf("fr", { ...CARD, pictureCount: 2 })).toContain("+1 autre Valmont");
  expect(textOf("fr", CARD)).toContain("+2 autres Valmont");
});
