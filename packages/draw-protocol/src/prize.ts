/** The prize document (pdraw/2): a published file whose SHA-256 is part of the commitment. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Fields, FormatError, fieldsOf } from "./json-fields.ts";

/** A text in English, with an optional French version. */
export type PrizeText = { readonly en: string; readonly fr: string | undefined };

/** `url` is a path such as `/media/3f9a…`; each file is at `{url}-{name}` and has this SHA-256, hex. */
export type PrizePicture = { readonly url: string; readonly files: Readonly<Record<string, string>> };

/** An addition after the first entry. `at` is a Unix second, values are whole pence. */
export type PrizeAddition = { readonly at: number } & (
  | { readonly kind: "value"; readonly fromPence: number; readonly toPence: number }
  | { readonly kind: "note"; readonly text: { readonly en: string; readonly fr: string } }
  | { readonly kind: "picture"; readonly url: string }
);

export type PrizeDocument = {
  readonly drawId: string;
  readonly title: PrizeText;
  readonly description: PrizeText;
  readonly valuePence: number;
  readonly pictures: readonly PrizePicture[];
  readonly additions: readonly PrizeAddition[];
};

const FORMAT = "pdraw-prize/1";
const ANY = /^.*$/su;
const HASH = /^[0-9a-f]{64}$/;

/** The canonical text of `prize.json`: compact JSON with sorted keys. The hash is over its UTF-8 bytes. */
export function prizeJson(prize: PrizeDocument): string {
  const text = ({ en, fr }: PrizeText) => ({ en, fr: fr ?? null });
  return JSON.stringify({
    additions: prize.additions.map((added) => {
      const { at, kind } = added;
      if (kind === "value") return { at, from_pence: added.fromPence, kind, to_pence: added.toPence };
      return kind === "note" ? { at, kind, text: text(added.text) } : { at, kind, url: added.url };
    }),
    currency: "GBP",
    description: text(prize.description),
    draw_id: prize.drawId,
    format: FORMAT,
    pictures: prize.pictures.map(({ url, files }) => ({
      files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
      url,
    })),
    title: text(prize.title),
    value_pence: prize.valuePence,
  });
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
    fields.text("format", /^pdraw-prize\/1$/);
    fields.text("currency", /^GBP$/);
    const value = {
      drawId: fields.text("draw_id", /^[ -~]{1,200}$/),
      title: textOf(fields.object("title")),
      description: textOf(fields.object("description")),
      valuePence: fields.whole("value_pence", 0),
      pictures: fields.list("pictures", pictureOf),
      additions: fields.list("additions", additionOf),
    };
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof SyntaxError)) throw error;
    return { ok: false, error: "not_a_prize", problem: error.message };
  }
}

/** The files of all pictures, by path, with their expected SHA-256. */
export function pictureFiles({ pictures }: PrizeDocument): { readonly path: string; readonly sha256: string }[] {
  return pictures.flatMap(({ url, files }) =>
    Object.entries(files).map(([name, hash]) => ({ path: `${url}-${name}`, sha256: hash })),
  );
}

function textOf(fields: Fields): PrizeText {
  return { en: fields.text("en", ANY), fr: fields.has("fr") ? fields.text("fr", ANY) : undefined };
}

function pictureOf(value: unknown, where: string): PrizePicture {
  const fields = fieldsOf(value, where);
  const files = fields.object("files");
  return {
    url: fields.text("url", /^\/[\w./-]{1,200}$/),
    files: Object.fromEntries(files.names().map((name) => [name, files.text(name, HASH)])),
  };
}

function additionOf(value: unknown, where: string): PrizeAddition {
  const fields = fieldsOf(value, where);
  const at = fields.whole("at", 0);
  const kind = fields.text("kind", /^(?:value|note|picture)$/);
  if (kind === "value") return { at, kind, fromPence: fields.whole("from_pence", 0), toPence: fields.whole("to_pence", 0) };
  if (kind === "picture") return { at, kind, url: fields.text("url", ANY) };
  const text = fields.object("text");
  return { at, kind: "note", text: { en: text.text("en", ANY), fr: text.text("fr", ANY) } };
}
