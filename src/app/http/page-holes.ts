/**
 * A kept page with holes where its reader's name goes. The page is packed once, in pieces that know nothing of each other; gzip may carry bytes as
 * they are between them (RFC 1951, 3.2.4), of whatever length. Brotli cannot: in it, what is packed depends on where it stands.
 */
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { MarkedPage } from "./page-policy.ts";

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

export type HoledPage = {
  readonly pieces: readonly Buffer[];
  /** Of each hole between two pieces, how its name is written. */
  readonly holes: readonly (keyof typeof ESCAPES)[];
  /** The policy for this name: a script that says it has a hash of its own each time. */
  policyFor(name: string): string;
  /** The pieces packed, once. */
  pack(): Promise<readonly Buffer[]>;
};

/** As React writes text, and as React Router writes a text of the page's data into its script. */
const ESCAPES = {
  text: (name: string) => name.replace(/["&'<>]/g, (sign) => ENTITIES[sign] ?? sign),
  script: (name: string) => inString(inString(name)).replace(/[&><\u2028\u2029]/g, asUnicode),
} as const;
const ENTITIES: Readonly<Record<string, string>> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };
const inString = (text: string) => JSON.stringify(text).slice(1, -1);
const asUnicode = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** @param name stands in the page for any reader's, and in the policy for the hashes of the scripts that say it */
export function cutHoles({ html, policy, open }: MarkedPage & { readonly open: readonly string[] }, name: string): HoledPage {
  const parts = html.split(name);
  const pieces = parts.map((part) => Buffer.from(part));
  const scripts = open.map((script) => script.split(name));
  let at = 0;
  const holes = parts.slice(0, -1).map((part) => {
    at += part.length + name.length;
    return html.lastIndexOf("<script", at) > html.lastIndexOf("</script", at) ? "script" : "text";
  });
  let packed: Promise<readonly Buffer[]> | undefined;
  return {
    pieces,
    holes,
    policyFor: (reader) => {
      const hashes = scripts.map((script) => `'sha256-${hash("sha256", script.join(ESCAPES.script(reader)), "base64")}'`);
      return policy.replace(`'sha256-${name}'`, () => hashes.join(" "));
    },
    pack: () => {
      packed ??= Promise.all(pieces.map((piece, index) => packPiece(piece, index === pieces.length - 1)));
      return packed;
    },
  };
}

/** The page of the reader of this name. */
export function fillHoles(page: HoledPage, name: string): Buffer {
  return Buffer.concat(between(page.pieces, fillings(page, name)));
}

/** The same in gzip. */
export async function fillPacked(page: HoledPage, name: string): Promise<Buffer> {
  const filled = fillings(page, name);
  const plain = between(page.pieces, filled);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(plain.reduce((sum, piece) => crc32(piece, sum), 0));
  end.writeUInt32LE(plain.reduce((sum, piece) => sum + piece.length, 0) % 2 ** 32, 4);
  const packed = between(await page.pack(), filled.map(asStoredBlock));
  return Buffer.concat([GZIP_HEAD, ...packed, end]);
}

function fillings({ holes }: HoledPage, name: string): Buffer[] {
  const written = { text: Buffer.from(ESCAPES.text(name)), script: Buffer.from(ESCAPES.script(name)) };
  return holes.map((hole) => written[hole]);
}

function between(pieces: readonly Buffer[], holes: readonly Buffer[]): Buffer[] {
  return pieces.flatMap((piece, index) => [piece, ...holes.slice(index, index + 1)]);
}

/** Not the last block, stored; its length and that length's complement. */
function asStoredBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

function packPiece(piece: Buffer, isLast: boolean): Promise<Buffer> {
  return promisify(deflateRaw)(piece, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
}
