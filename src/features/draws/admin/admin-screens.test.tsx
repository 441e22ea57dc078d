/** The Draw and Winners screens as the server renders them. */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { RIGHTS } from "#features/access/rules/rights.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { pence } from "#shared/money/money.ts";
import { RightsOnScreen } from "#ui/allowed.tsx";
import type { CompletedDraw, ManagedDraw, Participant, Won } from "../rules/managed-draw.ts";
import type { Approval } from "./approvals/approval.ts";
import ApprovalsPage from "./approvals/approvals-page.tsx";
import DrawsPage from "./draws-page.tsx";
import ParticipantsPage from "./participants-page.tsx";
import WinnersPage from "./winners/winners-page.tsx";

const words = readMessages(messagesFolder());
const NOW = Date.parse("2026-11-21T12:00:00Z");
const picture = (name: string) => ({ url: `/media/${name}`, width: 800, height: 500, widths: [800], placeholder: "data:," });
const CLOSED = new Date("2026-12-05T00:00:00Z");
const draw: ManagedDraw = {
  id: "3f2b8f2e-0000-4000-8000-000000000001",
  shortNumber: 6,
  title: { en: "Valmont GT-10", fr: "Valmont GT-10" },
  description: { en: "Ten cylinders.", fr: "Dix cylindres." },
  images: [picture("front"), picture("back")],
  pricePerTicket: pence(2999),
  priceValue: pence(14_800_000),
  status: "active",
  endDate: "2026-12-04",
  endTime: "23:59",
  dates: drawDates({ endDate: "2026-12-04", endTime: "23:59", takesFreeEntries: true }),
  entriesDue: new Date("2026-12-12T00:00:00Z"),
  autoFreezeDue: new Date("2026-12-15T00:00:00Z"),
  isBeforeDue: true,
  mayBeEarly: false,
  state: { name: "open", closesAt: new Date("2026-12-05T00:00:00Z") },
  isRequested: false,
  autoDraw: false,
  entries: { total: 8000, free: 12 },
  players: 2140,
  suspended: { tickets: 0, players: 0 },
  winner: undefined,
  furtherWinners: [],
};
const adam: Participant = {
  id: "3f2b8f2e-0000-4000-8000-000000000002",
  firstName: "Adam",
  lastName: "Yildiz",
  email: "adam@example.com",
  phone: "07700 900123",
  dialled: "+447700900123",
  tickets: 1000,
  suspended: 0,
};

function htmlOf<Props>(Screen: ComponentType<Props>, loaderData: object): string {
  const Stub = createRoutesStub([{ id: "screen", path: "/", Component: Screen as ComponentType }]);
  return renderToStaticMarkup(
    <I18nextProvider i18n={words.en}>
      <RightsOnScreen rights={RIGHTS}>
        <Stub hydrationData={{ loaderData: { screen: loaderData } }} />
      </RightsOnScreen>
    </I18nextProvider>,
  );
}
const textOf = (html: string) =>
  html
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const every = (html: string, tag: string) =>
  [...html.replaceAll(/<noscript>.*?<\/noscript>/gs, "").matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "g"))].map(([element]) =>
    textOf(element),
  );

describe("the draws", () => {
  const query = { sort: "newest", descending: true, page: 1, q: "" };
  const screen = (draws?: readonly ManagedDraw[]) =>
    htmlOf(DrawsPage, { query, now: NOW, isDemo: false, list: draws && { draws, total: draws.length } });

  it("are listed in rows with their actions", () => {
    const html = screen([draw]);
    expect(every(html, "h1")).toEqual(["Draw Management"]);
    expect(html).toContain('src="/media/front-800.jpg"');
    expect(every(html, "td").slice(1)).toEqual([
      "Valmont GT-10",
      "Ten cylinders.",
      "£29.99",
      "£148,000",
      "4 Dec 2026",
      "Active Entries open until 4 Dec 2026, by post until 11 Dec 2026. Draw from 12 Dec 2026.",
      "View participants Draw winner",
    ]);
  });

  it("without pictures show the placeholder", () => {
    expect(every(screen([{ ...draw, images: [] }]), "td")[0]).toBe("Image not available");
  });

  it("that wait for a round say which, and cannot be asked for again", () => {
    const roundAt = new Date(NOW + 30_000);
    const html = screen([{ ...draw, isRequested: true, state: { name: "frozen", round: 12_345, roundAt } }]);
    expect(every(html, "td").slice(-2)).toEqual(["Active Waiting for beacon round 12,345", "View participants See progress"]);
  });

  it("hide an unpublished winner's name from staff who may not see players", () => {
    const won = (person: { id: string; firstName: string }) => {
      const winner = { person: { ...adam, lastName: "", ...person }, ticketNumber: 7 };
      return every(screen([{ ...draw, status: "completed", state: { name: "drawn" }, winner }]), "td").at(-2);
    };
    expect(won({ id: "", firstName: "" })).toBe("Completed Won by a player");
    expect(won({ id: adam.id, firstName: "" })).toBe("Completed Won by Deleted account");
    expect(won({ id: "", firstName: "Adam Y." })).toBe("Completed Won by Adam Y.");
  });

  it("that cannot be read are a message in their place", () => {
    expect(every(screen(undefined), "h2")).toEqual(["Failed to load lotteries"]);
  });
});

describe("the participants", () => {
  const query = { sort: "tickets", descending: true, page: 1, q: "" };
  const list = { participants: [adam], found: undefined, most: 1000 };
  const html = htmlOf(ParticipantsPage, { query, now: NOW, draw, list, error: undefined });

  it("stand below the pictures and the facts of their draw", () => {
    const values = every(html, "dd");
    expect(every(html, "dt").map((fact, at) => [fact, values[at]])).toEqual([
      ["Price per ticket", "£29.99"],
      ["Prize Value", "£148,000"],
      ["Tickets", "8,000"],
      ["Players", "2,140"],
      ["Free postal entries", "12"],
      ["End Date", "4 Dec 2026"],
      ["Postal entries until", "11 Dec 2026"],
      ["Winner drawn from", "12 Dec 2026"],
    ]);
    expect(every(html, "h2")).toEqual(["Valmont GT-10", "Participants"]);
    expect(html).toMatch(/aria-label="Previous picture".*aria-label="Next picture"/);
    expect(htmlOf(ParticipantsPage, { query, now: NOW, draw: { ...draw, images: [picture("front")] }, list })).not.toContain(
      "Next picture",
    );
  });

  it("of a draw that takes cards leave a working day to key in the last ones, where it runs by itself", () => {
    const renderedText = (change: Partial<ManagedDraw>) =>
      textOf(htmlOf(ParticipantsPage, { query, now: NOW, draw: { ...draw, ...change }, list }));
    expect(renderedText({})).toContain(
      "The list is sealed after 14 December 2026, and the winner is drawn automatically. That leaves you",
    );
    const without = renderedText({ entriesDue: CLOSED, autoFreezeDue: CLOSED });
    expect(without).toContain("The list is sealed after 4 December 2026, and the winner is drawn automatically.");
    expect(without).not.toContain("That leaves you");
  });

  it("of a draw that closes at an hour, without postal entries, name that hour", () => {
    const closing = { endDate: "2026-12-04", endTime: "18:00" };
    const [dates, closesAt] = [drawDates({ ...closing, takesFreeEntries: false }), new Date("2026-12-04T18:00:00Z")];
    const times = { ...closing, dates, entriesDue: closesAt, autoFreezeDue: closesAt };
    const page = textOf(htmlOf(ParticipantsPage, { query, now: NOW, draw: { ...draw, ...times }, list }));
    expect(page).toContain("The list is sealed after 4 December 2026 at 18:00, and the winner is drawn automatically.");
    expect(page).toContain("Entries open until 4 Dec 2026, 18:00.");
  });

  it("are named with how to reach them, their tickets and their chance, as a bar and as a share", () => {
    expect(every(html, "th")).toEqual(["Name", "Contact", "Tickets", "Winning chance"]);
    expect(every(html, "td")).toEqual(["Adam Yildiz", "adam@example.com 07700 900123", "1,000", "12.5%"]);
    expect(html).toContain('aria-label="Winning chance of Adam Yildiz"');
    expect(every(html, "button")).toEqual(expect.arrayContaining(["Back to draws", "Export CSV"]));
  });

  it("are written to as a selection, also if none is ticked", () => {
    expect(html).toMatch(/<form id="write-to-chosen"[^>]*>(?:(?!<\/form>).)*name="some" value="1"/);
  });

  it("that cannot be read are a message in their place", () => {
    expect(every(htmlOf(ParticipantsPage, { query, now: NOW, error: "failed" }), "h2")).toEqual(["Failed to load participants"]);
  });
});

describe("the winners", () => {
  const prizeOf = (won: Won) => ({ place: 1, title: draw.title, value: draw.priceValue, won });
  const completedDraw: CompletedDraw = {
    ...draw,
    picture: undefined,
    videoUrl: undefined,
    prizes: [
      prizeOf({
        person: adam,
        ticketNumber: 1234,
        photo: undefined,
        drawnAt: new Date("2026-11-20T12:00:00Z"),
        prize: { contacted: undefined, confirmed: undefined, checked: undefined, delivered: undefined },
        document: undefined,
        cash: undefined,
        isErased: false,
        isNameHidden: false,
        dispute: undefined,
        changes: [
          {
            toTicket: 1234,
            reason: { code: "unreachable", text: "He never called back.", textFr: undefined },
            at: new Date("2026-11-21T12:00:00Z"),
          },
        ],
      }),
    ],
  };
  const screen = (draws?: readonly CompletedDraw[]) =>
    htmlOf(WinnersPage, { page: 1, today: "2026-11-21", list: draws && { draws, total: draws.length } });

  it("have a card for each completed draw: the winner, contact details, candidates, and a photo area", () => {
    const html = screen([
      completedDraw,
      { ...completedDraw, id: adam.id, title: { en: "Corvane C1", fr: "Corvane C1" }, prizes: [] },
    ]);
    expect(every(html, "h1")).toEqual(["Winner Management"]);
    expect(every(html, "h2")).toEqual(["Valmont GT-10", "Corvane C1"]);
    const [, box = ""] = html.split('<div class="current-winner">');
    expect(textOf(box)).toMatch(
      /^Current winner Adam Yildiz Ticket CONC-0006-001234 adam@example\.com 07700 900123 Hide the winner’s name Changes of winner CONC-0006-001234 since 21 Nov 2026: Could not be reached\./,
    );
    expect(html.match(/role="combobox"/g)).toHaveLength(1);
    expect(html.match(/type="file"/g)).toHaveLength(1);
    expect(textOf(html)).toContain("Closed without entries: no winner.");
  });

  it("of several prizes have a part each, with photo and candidates of their own", () => {
    const [first] = completedDraw.prizes;
    const second = { place: 2, title: { en: "A watch", fr: "Une montre" }, value: pence(300_000), won: first?.won };
    const empty = { ...second, place: 3, title: { en: "A bicycle", fr: "Un vélo" }, won: undefined };
    const html = screen([{ ...completedDraw, prizes: [...completedDraw.prizes, second, empty] }]);
    expect(every(html, "h3").filter((heading) => heading.startsWith("Prize "))).toEqual([
      "Prize 1: Valmont GT-10 £148,000",
      "Prize 2: A watch £3,000",
      "Prize 3: A bicycle £3,000",
    ]);
    expect(html.match(/type="file"/g)).toHaveLength(2);
    expect(new Set(html.match(/id="photo-[^"]+"/g)).size).toBe(2);
    expect(textOf(html)).toContain("No entry was left for this prize");
  });

  it("have a placeholder if none exist, and an error if they cannot be read", () => {
    expect(textOf(screen([]))).toContain("No Completed Lotteries");
    expect(every(screen(undefined), "h2")).toEqual(["Failed to load completed lotteries"]);
  });
});

it("a proposed winner of a further prize is proposed for that prize", () => {
  const reason = { code: "unreachable", text: "No answer.", textFr: undefined } as const;
  const titles = (place: number | undefined, furtherTitles: NonNullable<Approval["draw"]>["furtherTitles"]) => {
    const approval: Approval = {
      id: adam.id,
      kind: "winner_by_hand",
      state: "open",
      reason: reason.text,
      proposer: "Adam",
      proposedAt: CLOSED,
      expiresAt: CLOSED,
      decider: "",
      decidedAt: undefined,
      note: undefined,
      isOwn: false,
      subjectId: draw.id,
      draw: { id: draw.id, title: draw.title, shortNumber: 6, furtherTitles },
      name: "",
      email: undefined,
      change: { kind: "winner_by_hand", ticketNumber: 12, place, instead: 1, reason },
    };
    return every(htmlOf(ApprovalsPage, { approvals: [approval] }), "h2");
  };
  expect(titles(undefined, [])).toEqual(["Make ticket CONC-0006-000012 the winner of Valmont GT-10"]);
  const watch = [{ en: "A watch", fr: "Une montre" }];
  expect(titles(2, watch)).toEqual(["Make ticket CONC-0006-000012 the winner of A watch (Valmont GT-10)"]);
  expect(titles(undefined, watch)).toEqual(["Make ticket CONC-0006-000012 the winner of Valmont GT-10"]);
});
