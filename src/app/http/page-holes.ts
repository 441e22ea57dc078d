/**
 * A kept page with holes where its reader's name goes. The page is packed once, in pieces that know nothing of each other; gzip may carry bytes as
 * they are between them (RFC 1951, 3.2.4), of whatever length. Brotli cannot: in it, what is packed depends on where it stands.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { joinCrc, shiftBy } from "./joined-crc.ts";
import type { MarkedPage } from "./page-policy.ts";

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

type Hole = keyof typeof ESCAPES;
export type HoledPage = {
  readonly pieces: readonly Buffer[];
  /** Of each hole between two pieces, how its name is written. */
  readonly holes: readonly Hole[];
  /** The policy for this name: a script that says it has a hash of its own each time. */
  policyFor(name: string): string;
  /** The pieces packed, once. */
  pack(): Promise<readonly PackedPiece[]>;
};
/** With what the checksum of a page takes of it, so that no page is read again for its own. */
type PackedPiece = { readonly bytes: Buffer; readonly length: number; readonly crc: number; readonly shift: number };

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
  // What comes before the name is the greater part, and hashed once.
  const scripts = open.map((script) => {
    const [begin = "", ...rest] = script.split(name);
    return { begun: createHash("sha256").update(begin), rest };
  });
  let at = 0;
  const holes = parts.slice(0, -1).map((part) => {
    at += part.length + name.length;
    return html.lastIndexOf("<script", at) > html.lastIndexOf("</script", at) ? "script" : "text";
  });
  let packed: Promise<readonly PackedPiece[]> | undefined;
  return {
    pieces,
    holes,
    policyFor: (reader) => {
      const written = ESCAPES.script(reader);
      const hashes = scripts.map(({ begun, rest }) => {
        const end = rest.map((part) => written + part).join("");
        return `'sha256-${begun.copy().update(end).digest("base64")}'`;
      });
      return policy.replace(`'sha256-${name}'`, () => hashes.join(" "));
    },
    pack: () => {
      packed ??= Promise.all(pieces.map((piece, index) => packPiece(piece, index === pieces.length - 1)));
      return packed;
    },
  };
}

/** The page of the reader of this name, as it is to be sent: one part after the other. */
export function fillHoles({ pieces, holes }: HoledPage, name: string): Buffer[] {
  const written = write(name, (bytes) => bytes);
  return pieces.flatMap((piece, index) => [piece, ...holes.slice(index, index + 1).map((hole) => written[hole])]);
}

/** The same in gzip. */
export async function fillPacked(page: HoledPage, name: string): Promise<Buffer[]> {
  const plain = write(name, (bytes) => bytes);
  const stored = write(name, asStoredBlock);
  const parts: Buffer[] = [GZIP_HEAD];
  let crc = 0;
  let length = 0;
  for (const [index, piece] of (await page.pack()).entries()) {
    parts.push(piece.bytes);
    crc = joinCrc(crc, piece.crc, piece.shift);
    length += piece.length;
    const hole = page.holes[index];
    if (!hole) continue;
    parts.push(stored[hole]);
    crc = crc32(plain[hole], crc);
    length += plain[hole].length;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return [...parts, end];
}

function write(name: string, dress: (bytes: Buffer) => Buffer): Readonly<Record<Hole, Buffer>> {
  return { text: dress(Buffer.from(ESCAPES.text(name))), script: dress(Buffer.from(ESCAPES.script(name))) };
}

/** Not the last block, stored; its length and that length's complement. */
function asStoredBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

async function packPiece(piece: Buffer, isLast: boolean): Promise<PackedPiece> {
  const bytes = await promisify(deflateRaw)(piece, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
  return { bytes, length: piece.length, crc: crc32(piece), shift: shiftBy(piece.length) };
}
