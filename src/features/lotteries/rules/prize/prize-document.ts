/** The prize document of a draw: the prize as advertised and improved. docs/draw-protocol.md */
import type { PrizeAddition, PrizeDocument } from "@concours/draw-protocol";
import type { Lottery } from "../lottery.ts";
import { sealedCar } from "./car.ts";
import { cashDue } from "./cash.ts";
import type { PrizeImprovement } from "./prize-improvement.ts";

/** The SHA-256 of each file of a picture, by name. */
type Files = Readonly<Record<string, string>>;

/** What the page of the draw advertises. */
type Advertised = Pick<
  Lottery,
  "id" | "title" | "description" | "priceValue" | "images" | "car" | "cash" | "charity" | "furtherPrizes"
>;

type Options = {
  /** The SHA-256 of each file of the picture with this address. */
  readonly filesOf: (url: string) => Files;
  readonly isTestMode: boolean;
  /** By default the newest. Draws that were sealed with an older format are still compared with it. */
  readonly format?: PrizeDocument["format"] | undefined;
};

function markedAsTest({ en, fr }: Lottery["title"]) {
  return { en: `TEST, nothing to win: ${en}`, fr: fr === undefined ? undefined : `TEST, rien à gagner\u00a0: ${fr}` };
}

function toAddition(improvement: PrizeImprovement): PrizeAddition {
  const at = Math.floor(improvement.at.getTime() / 1000);
  switch (improvement.kind) {
    case "value":
      return { at, kind: "value", prize: 1, fromPence: improvement.from, toPence: improvement.to };
    case "note":
      return { at, kind: "note", prize: 1, text: improvement.text };
    case "picture":
      return { at, kind: "picture", prize: 1, url: improvement.url };
  }
}

/** The document. In test mode, its titles say that nothing can be won. */
export function prizeDocument(
  { id, title, description, priceValue, images, car, cash, charity, furtherPrizes }: Advertised,
  improvements: readonly PrizeImprovement[],
  { filesOf, isTestMode, format = "pdraw-prize/2" }: Options,
): PrizeDocument {
  const first = images.map(({ picture }) => picture);
  const prizes = [
    { title, description, value: priceValue, car, cash: cashDue({ cash, priceValue }), pictures: first },
    ...furtherPrizes.map((prize) => ({ ...prize, description: prize.details, cash: undefined })),
  ];
  return {
    format,
    drawId: id,
    prizes: prizes.map((prize) => ({
      title: isTestMode ? markedAsTest(prize.title) : prize.title,
      description: prize.description,
      valuePence: prize.value,
      cashAlternativePence: prize.cash,
      facts: sealedCar(prize.car),
      pictures: prize.pictures.map(({ url }) => ({ url, files: filesOf(url) })),
    })),
    charity: charity && {
      name: charity.name,
      number: charity.number,
      amountPence: charity.amount_pence ?? undefined,
      shareBasisPoints: charity.share_points ?? undefined,
    },
    additions: improvements.map(toAddition),
  };
}
