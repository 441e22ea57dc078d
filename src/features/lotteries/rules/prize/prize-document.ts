/** The prize document of a draw: the prize as advertised and improved. docs/draw-protocol.md */
import type { PrizeAddition, PrizeDocument } from "@concours/draw-protocol";
import type { Lottery } from "../lottery.ts";
import { sealedCar } from "./car.ts";
import { cashDue } from "./cash.ts";
import type { PrizeImprovement } from "./prize-improvement.ts";

type Files = Readonly<Record<string, string>>;

/** `filesOf`: SHA-256 of each picture file. `isTestMode` marks the title, so that it cannot pass for real. */
export function prizeDocument(
  {
    id,
    title,
    description,
    priceValue,
    images,
    car,
    cash,
  }: Pick<Lottery, "id" | "title" | "description" | "priceValue" | "images" | "car" | "cash">,
  improvements: readonly PrizeImprovement[],
  { filesOf, isTestMode }: { readonly filesOf: (url: string) => Files; readonly isTestMode: boolean },
): PrizeDocument {
  return {
    format: "pdraw-prize/1",
    drawId: id,
    prizes: [
      {
        title: isTestMode ? markedAsTest(title) : title,
        description,
        valuePence: priceValue,
        cashAlternativePence: cashDue({ cash, priceValue }),
        facts: sealedCar(car),
        pictures: images.map(({ picture: { url } }) => ({ url, files: filesOf(url) })),
      },
    ],
    charity: undefined,
    additions: improvements.map(toAddition),
  };
}

function markedAsTest({ en, fr }: { readonly en: string; readonly fr: string | undefined }) {
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
