/**
 * A page with holes where its nonce goes, as it is or compressed: the compressed bytes are made once, and each reply only fills its holes.
 *
 * Both formats may carry bytes as they are between compressed blocks (RFC 1951, 3.2.4; RFC 7932, 9.2). The compressor is fed a stand-in
 * for each nonce, alone between two flushes; what it makes of it is then swapped for a plain block of the same length. Nothing after it refers
 * to it, as nothing else on a page looks like it; unpacking once checks that.
 */
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliDecompress, constants, crc32, createBrotliCompress, createDeflateRaw, gunzip } from "node:zlib";
import type { Encoding } from "./encoding.ts";

/** A nonce is 16 bytes in base64. */
const NONCE_LENGTH = 24;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** Not the last block, stored; its length and that length's complement. */
const GZIP_PLAIN = Buffer.from([0, NONCE_LENGTH, 0, 0xff - NONCE_LENGTH, 0xff]);
/** From the lowest bit: 0 (not the last), 00 (four nibbles of length), the length less one, 1 (uncompressed), up to a whole byte. */
const BROTLI_PLAIN = Buffer.from([((NONCE_LENGTH - 1) << 3) & 0xff, (NONCE_LENGTH - 1) >> 5, 8]);
/** Half a page and its compression in 5 ms; the next step takes as long again for 0.3 %. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** From here on, bytes stand in no UTF-8 text. */
const NOT_IN_TEXT = 0xf5;

export type Template = {
  /** Bytes of every reply. */
  readonly length: number;
  /** One reply's bytes, with this nonce in every hole. */
  fill(nonce: string): Buffer;
};
export type PlainTemplate = Template & { readonly pieces: readonly Buffer[] };

/** @param marker what stands where the nonce goes; as long as one */
export function makeTemplate(page: string, marker: string): PlainTemplate {
  const pieces = page.split(marker).map((piece) => Buffer.from(piece));
  return { pieces, ...template(pieces) };
}

/** The same page compressed. `undefined` in the case, of which none is known, that its holes cannot be filled. */
export async function compressTemplate({ pieces, fill }: PlainTemplate, encoding: Encoding): Promise<Template | undefined> {
  const parts = await compressPieces(pieces, encoding);
  const packed = encoding === "br" ? template(around(parts, BROTLI_PLAIN)) : gzipTemplate(pieces, parts);
  const unpack = encoding === "br" ? promisify(brotliDecompress) : promisify(gunzip);
  const nonce = randomBytes(16).toString("base64");
  const unpacked = await unpack(packed.fill(nonce)).catch(() => undefined);
  return unpacked?.equals(fill(nonce)) ? packed : undefined;
}

/** Pieces in one buffer that is copied for each reply. */
function template(pieces: readonly Buffer[]): Template {
  const empty = Buffer.alloc(NONCE_LENGTH);
  const whole = Buffer.concat(pieces.flatMap((piece, i) => (i > 0 ? [empty, piece] : [piece])));
  let at = -NONCE_LENGTH;
  const holes = pieces.slice(0, -1).map((piece) => {
    at += NONCE_LENGTH + piece.length;
    return at;
  });
  return {
    length: whole.length,
    fill(nonce) {
      const filled = Buffer.allocUnsafe(whole.length);
      whole.copy(filled);
      for (const hole of holes) filled.write(nonce, hole, NONCE_LENGTH, "latin1");
      return filled;
    },
  };
}

/** Gzip ends with a checksum of what was packed, so of the nonce too. */
function gzipTemplate(pieces: readonly Buffer[], parts: readonly Buffer[]): Template {
  const size = pieces.reduce((sum, piece) => sum + piece.length, NONCE_LENGTH * (pieces.length - 1));
  const [first = Buffer.alloc(0), ...others] = around(parts, GZIP_PLAIN);
  const last = others.length > 0 ? others.length - 1 : undefined;
  const tail = Buffer.alloc(8);
  const withEnds = [Buffer.concat([GZIP_HEAD, first]), ...others];
  withEnds[last === undefined ? 0 : last + 1] = Buffer.concat([withEnds.at(-1) ?? first, tail]);
  const packed = template(withEnds);
  return {
    length: packed.length,
    fill(nonce) {
      const filled = packed.fill(nonce);
      const between = Buffer.from(nonce, "latin1");
      let sum = 0;
      for (const [i, piece] of pieces.entries()) sum = crc32(piece, i > 0 ? crc32(between, sum) : sum);
      filled.writeUInt32LE(sum, filled.length - 8);
      filled.writeUInt32LE(size % 2 ** 32, filled.length - 4);
      return filled;
    },
  };
}

/** Each hole is announced by the block's head, which ends the piece before it. */
function around(parts: readonly Buffer[], head: Buffer): Buffer[] {
  return parts.map((part, i) => (i < parts.length - 1 ? Buffer.concat([part, head]) : part));
}

/** One stream over the whole page, cut at its nonces; what it made of the nonces themselves is left out. */
async function compressPieces(pieces: readonly Buffer[], encoding: Encoding): Promise<Buffer[]> {
  const encoder =
    encoding === "br"
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createDeflateRaw({ level: GZIP_LEVEL });
  const flush = encoding === "br" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  let made: Buffer[] = [];
  const take = () => {
    const part = Buffer.concat(made);
    made = [];
    return part;
  };
  encoder.on("data", (chunk: Buffer) => made.push(chunk));
  const flushed = () => new Promise<Buffer>((resolve) => encoder.flush(flush, () => resolve(take())));
  const ended = new Promise<void>((resolve, reject) => encoder.once("end", resolve).once("error", reject));

  const parts: Buffer[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) {
      encoder.write(standIn(i));
      await flushed();
    }
    encoder.write(piece);
    if (i < pieces.length - 1) parts.push(await flushed());
  }
  encoder.end();
  await ended;
  parts.push(take());
  return parts;
}

/**
 * As long as a nonce, and unlike anything else. Every other byte and the last never occur in UTF-8, so no text is found to repeat any of it;
 * together with the bytes between, they count the pairs of all stand-ins, so none repeats another.
 */
function standIn(index: number): Buffer {
  const bytes = Buffer.alloc(NONCE_LENGTH);
  for (let at = 0; at < NONCE_LENGTH; at += 2) {
    const pair = (index * NONCE_LENGTH + at) / 2;
    bytes[at] = NOT_IN_TEXT + (Math.floor(pair / NOT_IN_TEXT) % (0x100 - NOT_IN_TEXT));
    bytes[at + 1] = at + 2 < NONCE_LENGTH ? pair % NOT_IN_TEXT : NOT_IN_TEXT;
  }
  return bytes;
}
