/** The prize document: a published file whose SHA-256 is part of the commitment. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { MAX_PRIZES } from "./commitment.ts";
import { type Fields, FormatError, fieldsOf } from "./json-fields.ts";

/** A text in English, with an optional French version. */
export type PrizeText = { readonly en: string; readonly fr: string | undefined };

/** `url` is a path such as `/media/3f9a…`; each file is at `{url}-{name}` and has this SHA-256, hex. */
export type PrizePicture = { readonly url: string; readonly files: Readonly<Record<string, string>> };

/** One line of the list of facts, such as "Mileage" and "8,200 miles". */
export type PrizeFact = { readonly label: PrizeText; readonly value: PrizeText };

/** Values are whole pence. Facts and cash alternatives exist from `pdraw-prize/2` on. */
export type Prize = {
  readonly title: PrizeText;
  readonly description: PrizeText;
  readonly valuePence: number;
  /** What the winner may take instead. */
  readonly cashAlternativePence: number | undefined;
  readonly facts: readonly PrizeFact[];
  readonly pictures: readonly PrizePicture[];
};

/** What goes to a charity: an amount, or a share of the ticket sales in hundredths of a percent. */
export type PrizeCharity = {
  readonly name: string;
  /** Its registration number. */
  readonly number: string | undefined;
  readonly amountPence: number | undefined;
  readonly shareBasisPoints: number | undefined;
};

/** An addition after the first entry. `at` is a Unix second, values are pence, `prize` counts from 1. */
export type PrizeAddition = { readonly at: number } & (
  | { readonly kind: "value"; readonly prize: number; readonly fromPence: number; readonly toPence: number }
  /** About one prize, or about the whole draw. */
  | { readonly kind: "note"; readonly prize: number | undefined; readonly text: { readonly en: string; readonly fr: string } }
  | { readonly kind: "picture"; readonly prize: number; readonly url: string }
);

/** `pdraw-prize/1` (pdraw/2) has one prize and no charity; `pdraw-prize/2` (pdraw/3) has 1 to 10 prizes. */
export type PrizeDocument = {
  readonly format: "pdraw-prize/1" | "pdraw-prize/2";
  readonly drawId: string;
  readonly prizes: readonly Prize[];
  readonly charity: PrizeCharity | undefined;
  readonly additions: readonly PrizeAddition[];
};

const ANY = /^.*$/su;
const HASH = /^[0-9a-f]{64}$/;

/** The canonical text of `prize.json`: compact JSON with sorted keys. The hash is over its UTF-8 bytes. */
export function prizeJson(document: PrizeDocument): string {
  return JSON.stringify(document.format === "pdraw-prize/1" ? firstForm(document) : secondForm(document));
}

function firstForm({ format, drawId, prizes: [prize, ...others], additions }: PrizeDocument) {
  if (!prize || others.length > 0) throw new RangeError("a document of pdraw-prize/1 has one prize");
  return {
    additions: additions.map((added) => ({ ...additionForm(added), prize: undefined })),
    currency: "GBP",
    description: textForm(prize.description),
    draw_id: drawId,
    format,
    pictures: prize.pictures.map(pictureForm),
    title: textForm(prize.title),
    value_pence: prize.valuePence,
  };
}

function secondForm({ format, drawId, prizes, charity, additions }: PrizeDocument) {
  if (prizes.length < 1 || prizes.length > MAX_PRIZES) throw new RangeError(`a draw has 1 to ${MAX_PRIZES} prizes`);
  return {
    additions: additions.map(additionForm),
    charity: charity
      ? {
          amount_pence: charity.amountPence ?? null,
          name: charity.name,
          number: charity.number ?? null,
          share_basis_points: charity.shareBasisPoints ?? null,
        }
      : null,
    currency: "GBP",
    draw_id: drawId,
    format,
    prizes: prizes.map((prize) => ({
      cash_alternative_pence: prize.cashAlternativePence ?? null,
      description: textForm(prize.description),
      facts: prize.facts.map(({ label, value }) => ({ label: textForm(label), value: textForm(value) })),
      pictures: prize.pictures.map(pictureForm),
      title: textForm(prize.title),
      value_pence: prize.valuePence,
    })),
  };
}

const textForm = ({ en, fr }: PrizeText) => ({ en, fr: fr ?? null });

function pictureForm({ url, files }: PrizePicture) {
  return { files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))), url };
}

function additionForm(added: PrizeAddition) {
  const { at, kind } = added;
  switch (kind) {
    case "value":
      return { at, from_pence: added.fromPence, kind, prize: added.prize, to_pence: added.toPence };
    case "note":
      return { at, kind, prize: added.prize ?? null, text: textForm(added.text) };
    case "picture":
      return { at, kind, prize: added.prize, url: added.url };
  }
}

export function prizeHash(json: string): string {
  return bytesToHex(sha256(utf8ToBytes(json)));
}

export function fileHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** Reads a document. `problem` names the malformed field. */
export function parsePrize(
  json: string,
): { ok: true; value: PrizeDocument } | { ok: false; error: "not_a_prize"; problem: string } {
  try {
    const fields = fieldsOf(JSON.parse(json), "prize");
    const isFirst = fields.text("format", /^pdraw-prize\/[12]$/) === "pdraw-prize/1";
    fields.text("currency", /^GBP$/);
    const prizes = isFirst
      ? [prizeOf(fields, isFirst)]
      : fields.list("prizes", (value, where) => prizeOf(fieldsOf(value, where)));
    if (prizes.length < 1 || prizes.length > MAX_PRIZES) throw new FormatError(`prize.prizes: 1 to ${MAX_PRIZES} are expected`);
    const value = {
      format: isFirst ? ("pdraw-prize/1" as const) : ("pdraw-prize/2" as const),
      drawId: fields.text("draw_id", /^[ -~]{1,200}$/),
      prizes,
      charity: !isFirst && fields.has("charity") ? charityOf(fields.object("charity")) : undefined,
      additions: fields.list("additions", (item, where) =>
        additionOf(fieldsOf(item, where), isFirst ? undefined : prizes.length),
      ),
    };
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
    return { ok: false, error: "not_a_prize", problem: error.message };
  }
}

/** The files of all pictures, by path, with their expected SHA-256. */
export function pictureFiles({ prizes }: PrizeDocument): { readonly path: string; readonly sha256: string }[] {
  return prizes.flatMap(({ pictures }) =>
    pictures.flatMap(({ url, files }) => Object.entries(files).map(([name, hash]) => ({ path: `${url}-${name}`, sha256: hash }))),
  );
}

function prizeOf(fields: Fields, isFirst = false): Prize {
  return {
    title: textOf(fields.object("title")),
    description: textOf(fields.object("description")),
    valuePence: fields.whole("value_pence", 0),
    cashAlternativePence:
      !isFirst && fields.has("cash_alternative_pence") ? fields.whole("cash_alternative_pence", 0) : undefined,
    facts: isFirst ? [] : fields.list("facts", factOf),
    pictures: fields.list("pictures", pictureOf),
  };
}

function textOf(fields: Fields): PrizeText {
  return { en: fields.text("en", ANY), fr: fields.has("fr") ? fields.text("fr", ANY) : undefined };
}

function factOf(value: unknown, where: string): PrizeFact {
  const fields = fieldsOf(value, where);
  return { label: textOf(fields.object("label")), value: textOf(fields.object("value")) };
}

function charityOf(fields: Fields): PrizeCharity {
  const amount = (key: string) => (fields.has(key) ? fields.whole(key, 0) : undefined);
  return {
    name: fields.text("name", ANY),
    number: fields.has("number") ? fields.text("number", ANY) : undefined,
    amountPence: amount("amount_pence"),
    shareBasisPoints: amount("share_basis_points"),
  };
}

function pictureOf(value: unknown, where: string): PrizePicture {
  const fields = fieldsOf(value, where);
  const files = fields.object("files");
  return {
    url: fields.text("url", /^\/[\w./-]{1,200}$/),
    files: Object.fromEntries(files.names().map((name) => [name, files.text(name, HASH)])),
  };
}

/** `prizes` is the number of prizes; undefined in the first form, whose additions are about its one prize. */
function additionOf(fields: Fields, prizes: number | undefined): PrizeAddition {
  const at = fields.whole("at", 0);
  const kind = fields.text("kind", /^(?:value|note|picture)$/);
  if (kind === "note") {
    const text = fields.object("text");
    const prize = prizes === undefined ? 1 : fields.has("prize") ? fields.whole("prize", 1, prizes) : undefined;
    return { at, kind, prize, text: { en: text.text("en", ANY), fr: text.text("fr", ANY) } };
  }
  const prize = prizes === undefined ? 1 : fields.whole("prize", 1, prizes);
  return kind === "value"
    ? { at, kind, prize, fromPence: fields.whole("from_pence", 0), toPence: fields.whole("to_pence", 0) }
    : { at, kind: "picture", prize, url: fields.text("url", ANY) };
}
