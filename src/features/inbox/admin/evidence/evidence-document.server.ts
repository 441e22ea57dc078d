/** The sections of `evidence.pdf`, in the language of the staff member who asks for the pack. */
import { parsePrize, type PrizeText } from "@concours/draw-protocol";
import type { TFunction } from "i18next";
import { reasonText } from "#features/draws/rules/draw-reason.ts";
import type { PrizeHandover } from "#features/draws/server/reading/read-draw-evidence.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { prizeTitle } from "#features/lotteries/rules/prize/further-prizes.ts";
import type { Messages } from "#platform/messages.server.ts";
import type { PdfBlock, PdfDocument, PdfFact } from "#platform/pdf/write-pdf.server.ts";
import type { Trader } from "#shared/brand/brand.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { type Locale, localeTag, wordsIn } from "#shared/language/locale.ts";
import { pence } from "#shared/money/money.ts";
import { formatsIn } from "#ui/i18n/messages.ts";
import type { DrawPack } from "../../server/evidence/export-draw-evidence.ts";

type Shop = {
  readonly trader: Trader;
  readonly url: string;
  readonly messages: Messages;
  readonly locale: Locale;
  readonly isTest: boolean;
};

export function evidenceDocument(pack: DrawPack, shop: Shop): PdfDocument {
  const pen = penFor(pack, shop);
  const { t, moment } = pen;
  const title = t("titleOf", { title: inLanguage(pack.draw.lottery.title, shop.locale) });
  return {
    title,
    author: shop.trader.name,
    language: localeTag(shop.locale),
    madeAt: pack.madeAt,
    footer: (page, pages) => t("footer", { title, page, pages }),
    blocks: [
      { kind: "heading", level: 1, text: t("title") },
      { kind: "paragraph", tone: "strong", text: inLanguage(pack.draw.lottery.title, shop.locale) },
      { kind: "paragraph", tone: "muted", text: t("made", { at: moment(pack.madeAt) }) },
      ...(shop.isTest ? [{ kind: "paragraph", tone: "strong", text: t("test") } as const] : []),
      ...(pack.draw.isDemo ? [{ kind: "paragraph", tone: "strong", text: t("demo") } as const] : []),
      ...drawSection(pack, shop, pen),
      ...missingSection(pack, pen),
      ...prizeSection(pack, pen),
      ...entriesSection(pack, pen),
      ...sealedSection(pack, pen),
      ...resultSection(pack, pen),
      ...handoverSection(pack, pen),
      ...moneySection(pack, pen),
      ...complaintsSection(pack, pen),
      ...termsSection(pack, shop, pen),
      { kind: "heading", level: 2, text: t("check.title") },
      { kind: "paragraph", text: t(pack.draw.result ? "check.text" : "check.undrawn") },
      { kind: "paragraph", text: t("check.privacy") },
    ],
  };
}

type Pen = ReturnType<typeof penFor>;

function penFor({ draw: { lottery } }: DrawPack, { messages, locale }: Shop) {
  const { date, money, number } = formatsIn(locale);
  const t: TFunction<"evidence"> = messages[locale].getFixedT(null, "evidence");
  const wordsOf = (text: PrizeText) => wordsIn(text, locale);
  const moment = (at: Date) => t("at", { date: date(at), time: date(at, "time") });
  return {
    t,
    other: messages[locale].t,
    ...{ date, money, number, locale, wordsOf, moment },
    second: (at: Date) => t("at", { date: date(at), time: date(at, "clock") }),
    ticket: (ticket: number) => formatTicketNumber(lottery.shortNumber, ticket),
    prizeAt: (place: number) => t("prizeOf", { place, title: wordsOf(prizeTitle(lottery, place)) }),
  };
}

const heading = (text: string): PdfBlock => ({ kind: "heading", level: 2, text });
const subheading = (text: string): PdfBlock => ({ kind: "heading", level: 3, text });
const paragraph = (text: string): PdfBlock => ({ kind: "paragraph", text });
const muted = (text: string): PdfBlock => ({ kind: "paragraph", tone: "muted", text });
const facts = (rows: readonly PdfFact[]): PdfBlock => ({ kind: "facts", rows });

function drawSection(
  { draw }: DrawPack,
  { trader, url }: Shop,
  { t, other, money, number, moment, locale, wordsOf }: Pen,
): PdfBlock[] {
  const { lottery, earlyReason } = draw;
  const { cancellation } = lottery;
  return [
    heading(t("draw.title")),
    facts([
      [t("draw.name"), wordsOf(lottery.title)],
      [t("draw.number"), String(lottery.shortNumber)],
      [t("draw.id"), lottery.id],
      [t("draw.state"), t(`states.${draw.state.name}`)],
      [t("draw.cancelled"), cancellation && other(`lottery:cancelReasons.${cancellation.reason}`)],
      [t("draw.cancelNote"), cancellation?.note && wordsOf(cancellation.note)],
      [t("draw.opens"), moment(lottery.opensAt)],
      [t("draw.closes"), moment(lottery.closesAt)],
      [t("draw.early"), earlyReason && reasonText(earlyReason, locale)],
      [t("draw.price"), money(lottery.pricePerTicket)],
      [t("draw.onSale"), number(lottery.ticketsAvailable)],
      [t("draw.most"), lottery.maxPerPerson === undefined ? undefined : number(lottery.maxPerPerson)],
      [t("draw.shop"), url],
      [t("draw.operator"), trader.name],
      [t("draw.company"), trader.companyNumber],
      [t("draw.address"), trader.address],
    ]),
  ];
}

function missingSection({ draw, handovers }: DrawPack, { t }: Pen): PdfBlock[] {
  const { name } = draw.state;
  const missing = [
    ...(name === "cancelled" && !draw.result ? [t("missing.cancelled")] : []),
    ...(name === "no_entries" ? [t("missing.noEntries")] : []),
    ...(name !== "cancelled" && name !== "no_entries" && !draw.committed ? [t("missing.freeze")] : []),
    ...(name !== "cancelled" && name !== "no_entries" && !draw.result ? [t("missing.result")] : []),
    ...(handovers.some(({ deliveredAt }) => deliveredAt === undefined) ? [t("missing.handover")] : []),
  ];
  return missing.length > 0 ? [heading(t("missing.title")), ...missing.map(paragraph)] : [];
}

function prizeSection({ draw, prize, isPrizeSealed }: DrawPack, pen: Pen): PdfBlock[] {
  const { t, money, wordsOf, date } = pen;
  const parsed = parsePrize(prize);
  const { committed } = draw;
  const state = isPrizeSealed
    ? [facts([[t("prize.sealed"), committed?.inputs.prizeSha256]])]
    : [muted(t(committed ? "prize.noDocument" : "prize.unsealed"))];
  if (!parsed.ok) return [heading(t("prize.title")), ...state];
  const { prizes, charity, additions } = parsed.value;
  return [
    heading(t("prize.title")),
    ...state,
    ...(draw.lottery.onePrizeAPerson ? [facts([[t("prize.one"), t("prize.yes")]])] : []),
    ...prizes.flatMap((each, index) => [
      subheading(prizes.length > 1 ? t("prizeOf", { place: index + 1, title: wordsOf(each.title) }) : wordsOf(each.title)),
      facts([
        [t("prize.value"), money(pence(each.valuePence))],
        [t("prize.cash"), each.cashAlternativePence === undefined ? undefined : money(pence(each.cashAlternativePence))],
        ...each.facts.map(({ label, value }): PdfFact => [wordsOf(label), wordsOf(value)]),
      ]),
      ...(wordsOf(each.description) === "" ? [] : [paragraph(wordsOf(each.description))]),
    ]),
    ...(charity
      ? [facts([[t("prize.charity"), charity.number ? `${charity.name}. ${t("prize.charityNumber", charity)}` : charity.name]])]
      : []),
    subheading(t("prize.history")),
    additions.length === 0
      ? paragraph(t("none"))
      : {
          kind: "table",
          head: [t("prize.date"), t("prize.addition")],
          widths: [0.25, 0.75],
          rows: additions.map((added) => [date(new Date(added.at * 1000), "short"), additionText(added, pen)]),
        },
  ];
}

type Parsed = Extract<ReturnType<typeof parsePrize>, { ok: true }>["value"];

function additionText(added: Parsed["additions"][number], { t, money, wordsOf }: Pen): string {
  switch (added.kind) {
    case "value":
      return t("prize.raised", { from: money(pence(added.fromPence)), to: money(pence(added.toPence)) });
    case "note":
      return wordsOf(added.text);
    case "picture":
      return t("prize.picture", { url: added.url });
  }
}

function entriesSection({ draw, tickets }: DrawPack, { t, number }: Pen): PdfBlock[] {
  const { total, free } = draw.entries;
  return [
    heading(t("entries.title")),
    facts([
      [t("entries.total"), number(total)],
      [t("entries.paid"), number(total - free)],
      [t("entries.free"), number(free)],
      [t("entries.leftOut"), draw.committed && number(draw.committed.leftOut)],
    ]),
    ...(tickets.length > 0
      ? [
          {
            kind: "table",
            head: [t("entries.kind"), t("entries.issued"), t("entries.void"), t("entries.suspended")],
            rows: tickets.map((each) => [
              t(`entries.kinds_${each.kind}`),
              ...[each.issued, each.void, each.suspended].map((count) => number(count)),
            ]),
          } as const,
          muted(t("entries.note")),
        ]
      : []),
  ];
}

function sealedSection({ draw: { committed } }: DrawPack, { t, number, second }: Pen): PdfBlock[] {
  if (!committed) return [];
  const { commitment, inputs, sequence, frozenAt, roundAt, stamps } = committed;
  return [
    heading(t("sealed.title")),
    facts([
      [t("sealed.commitment"), commitment],
      [t("sealed.algorithm"), inputs.algorithm],
      [t("sealed.log"), number(sequence)],
      [t("sealed.at"), second(frozenAt)],
      [t("sealed.entries"), inputs.entriesSha256],
      [t("sealed.root"), inputs.merkleRoot],
      [t("sealed.round"), number(inputs.round)],
      [t("sealed.due"), second(roundAt)],
    ]),
    stamps.length === 0
      ? paragraph(t("sealed.noWitness"))
      : {
          kind: "table",
          head: [t("sealed.authority"), t("sealed.stamped")],
          rows: stamps.map(({ authority, at }) => [authority, second(at)]),
        },
  ];
}

function resultSection({ draw: { result } }: DrawPack, { t, other, second, date, ticket, prizeAt, locale }: Pen): PdfBlock[] {
  if (!result) return [];
  const { beacon, seed, drawnAt, prizes, changes } = result;
  const list = (tickets: readonly number[]) => tickets.map(ticket).join(", ") || t("no");
  return [
    heading(t("result.title")),
    facts([
      [t("result.drawn"), second(drawnAt)],
      [t("result.randomness"), beacon.randomness],
      [t("result.signature"), beacon.signature],
      [t("result.seed"), seed],
    ]),
    ...prizes.flatMap(({ place, drawn, reserves, passedOver, winner }) => [
      ...(prizes.length > 1 ? [subheading(prizeAt(place))] : []),
      facts([
        [t("result.first"), drawn === undefined ? t("none") : ticket(drawn)],
        [t("result.reserves"), list(reserves)],
        [t("result.passed"), passedOver.length === 0 ? undefined : list(passedOver)],
        [t("result.now"), winner && ticket(winner.ticketNumber)],
      ]),
    ]),
    ...(changes.length === 0
      ? []
      : [
          subheading(t("result.changes")),
          {
            kind: "table",
            head: [t("prize.date"), t("result.prize"), t("result.from"), t("result.to"), t("result.reason")],
            widths: [0.14, 0.07, 0.22, 0.23, 0.34],
            rows: changes.map(({ at, place, fromTicket, toTicket, reserve, reason }) => [
              date(at, "short"),
              String(place),
              ticket(fromTicket),
              `${ticket(toTicket)}, ${reserve === undefined ? t("result.byHand") : t("result.byReserve", { number: reserve })}`,
              [reason.code && other(`pastdraws:proves.reasons.${reason.code}`), reasonText(reason, locale)]
                .filter(Boolean)
                .join(" "),
            ]),
          } as const,
        ]),
  ];
}

function handoverSection({ draw, handovers, leftOut }: DrawPack, { t, other, date, prizeAt }: Pen): PdfBlock[] {
  if (draw.result && leftOut.includes("handovers")) return [heading(t("handover.title")), muted(t("leftOut"))];
  if (handovers.length === 0) return [];
  const day = (at: Date | undefined) => (at ? date(at, "short") : t("notYet"));
  const checked = ({ checkedAt, document }: PrizeHandover) =>
    [day(checkedAt), checkedAt && document && other(`admin-draws:winners.prize.${document}`)].filter(Boolean).join(", ");
  return [
    heading(t("handover.title")),
    ...handovers.flatMap((handover) => [
      ...(draw.lottery.furtherPrizes.length > 0 ? [subheading(prizeAt(handover.place))] : []),
      facts([
        [t("handover.contacted"), day(handover.contactedAt)],
        [t("handover.confirmed"), day(handover.confirmedAt)],
        [t("handover.checked"), checked(handover)],
        [t("handover.choice"), handover.choice && `${t(`handover.choices_${handover.choice}`)}, ${day(handover.chosenAt)}`],
        [t("handover.delivered"), day(handover.deliveredAt)],
      ]),
    ]),
  ];
}

function moneySection(pack: DrawPack, pen: Pen): PdfBlock[] {
  const { t, other, money, number } = pen;
  const { draw, orders, refunds, disputes, charity, leftOut } = pack;
  return [
    heading(t("orders.title")),
    orders.length === 0
      ? paragraph(t("none"))
      : {
          kind: "table",
          head: [
            ...[t("orders.state"), t("orders.count"), t("orders.tickets")],
            ...[t("orders.captured"), t("orders.refunded"), t("orders.chargedBack")],
          ],
          widths: [0.26, 0.12, 0.12, 0.17, 0.17, 0.16],
          rows: orders.map((order) => [
            t(`orders.${order.state === "refunded" ? "refunded_state" : order.state}`),
            ...[order.orders, order.tickets].map((count) => number(count)),
            ...[order.captured, order.refunded, order.chargedBack].map((amount) => money(amount)),
          ]),
        },
    subheading(t("refunds.title")),
    refunds.length === 0
      ? paragraph(t("none"))
      : {
          kind: "table",
          head: [t("refunds.cause"), t("refunds.state"), t("orders.count"), t("refunds.amount")],
          widths: [0.44, 0.24, 0.14, 0.18],
          rows: refunds.map(({ reason, state, count, amount }) => [
            other(`admin-orders:order.causes.${reason}`),
            t(`refunds.${state}`),
            number(count),
            money(amount),
          ]),
        },
    subheading(t("disputes.title")),
    leftOut.includes("disputes") ? muted(t("leftOut")) : disputesBlock(disputes, pen),
    ...(charity
      ? [
          subheading(t("charity.title")),
          facts([
            [t("charity.due"), money(charity.due)],
            [t("charity.paid"), money(charity.paid)],
          ]),
        ]
      : []),
    ...(draw.lottery.charity && leftOut.includes("charity") ? [subheading(t("charity.title")), muted(t("leftOut"))] : []),
  ];
}

function disputesBlock(disputes: DrawPack["disputes"], { t, other, money, number }: Pen): PdfBlock {
  if (disputes.length === 0) return paragraph(t("none"));
  return {
    kind: "table",
    head: [t("disputes.state"), t("orders.count"), t("refunds.amount")],
    rows: disputes.map(({ standing, count, amount }) => [
      other(`admin-orders:disputes.standings.${standing}`),
      number(count),
      money(amount),
    ]),
  };
}

function complaintsSection({ complaints, leftOut }: DrawPack, { t, other, number }: Pen): PdfBlock[] {
  if (leftOut.includes("complaints")) return [heading(t("complaints.title")), muted(t("leftOut"))];
  const { made, answered, answeredInTime, outcomes } = complaints;
  return [
    heading(t("complaints.title")),
    muted(t("complaints.note")),
    facts([
      [t("complaints.made"), number(made)],
      [t("complaints.answered"), made > 0 ? number(answered) : undefined],
      [t("complaints.inTime"), made > 0 ? number(answeredInTime) : undefined],
      ...(["upheld", "partly_upheld", "not_upheld", "withdrawn"] as const).map((outcome): PdfFact => {
        const count = outcomes[outcome];
        return [other(`admin-inbox:complaints.outcomes.${outcome}`), count === undefined ? undefined : number(count)];
      }),
    ]),
  ];
}

function termsSection({ terms }: DrawPack, { url }: Shop, { t, number, date }: Pen): PdfBlock[] {
  return [
    heading(t("terms.title")),
    {
      kind: "table",
      head: [t("terms.version"), t("terms.from"), t("terms.orders"), t("terms.address")],
      widths: [0.26, 0.16, 0.16, 0.42],
      rows: terms.map(({ version, orders, isInForce, path, text }) => [
        isInForce ? t("terms.inForce", { version }) : version,
        text ? date(text.from, "short") : t("unknown"),
        number(orders),
        `${url}${path}`,
      ]),
    },
  ];
}
