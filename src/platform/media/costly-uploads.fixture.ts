/** For tests: `make FOLDER` writes expensive uploads, `store FOLDER MEDIA` prints outcomes and memory. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { folderStore } from "./media-folder.server.ts";
import { createMedia } from "./media.server.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A complete black PNG with `depth` bits a sample, one channel or (`colour` 6) four. */
function blackPng(width: number, height: number, { depth, colour }: { depth: 1 | 8; colour: 0 | 6 }): Buffer {
  const line = 1 + Math.ceil((width * depth * (colour === 6 ? 4 : 1)) / 8);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(line * height), { level: 1 });
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

/** A WebP whose header says 15,999 by 15,999. */
function hugeWebp(): Buffer {
  const size = (15_999 - 1) | ((15_999 - 1) << 14);
  const bits = Buffer.alloc(5);
  bits[0] = 0x2f;
  bits.writeUInt32LE(size >>> 0, 1);
  const data = Buffer.concat([bits, Buffer.alloc(101)]);
  const head = Buffer.from("RIFF\0\0\0\0WEBPVP8L\0\0\0\0", "latin1");
  head.writeUInt32LE(data.length + 12, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

/** A single-colour JPEG in a camera's size. */
function photo(width: number, height: number, isProgressive = false): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#667788" }, limitInputPixels: false })
    .jpeg({ quality: 60, progressive: isProgressive, chromaSubsampling: isProgressive ? "4:4:4" : "4:2:0" })
    .toBuffer();
}

type Upload = { readonly make: () => Buffer | Promise<Buffer>; readonly outcome: string };

export const COSTLY: Readonly<Record<string, Upload>> = {
  "225 megapixels of PNG": { make: () => blackPng(15_000, 15_000, { depth: 1, colour: 0 }), outcome: "too_many_pixels" },
  "256 megapixels of WebP": { make: hugeWebp, outcome: "too_many_pixels" },
  "108 megapixels of progressive JPEG": { make: () => photo(12_000, 9_000, true), outcome: "too_many_pixels" },
  "SVG that asks for gigapixels": {
    make: () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'),
    outcome: "not_a_picture",
  },
  "a phone's 108 megapixels": { make: () => photo(12_000, 9_000), outcome: "ok" },
  "a camera's 61 megapixels, progressive": { make: () => photo(9_504, 6_336, true), outcome: "ok" },
  "61 megapixels of PNG": { make: () => blackPng(9_504, 6_336, { depth: 8, colour: 6 }), outcome: "ok" },
};

if (process.argv[1] === import.meta.filename) {
  const [, , step, folder = "", target = ""] = process.argv;
  const file = (index: number) => join(folder, String(index));
  if (step === "make") {
    await mkdir(folder, { recursive: true });
    for (const [index, { make }] of Object.values(COSTLY).entries()) await writeFile(file(index), await make());
  } else {
    const media = createMedia(folderStore(target));
    const outcomes: Record<string, string> = {};
    for (const [index, name] of Object.keys(COSTLY).entries()) {
      const stored = await media.store(await readFile(file(index)));
      outcomes[name] = stored.ok ? "ok" : stored.error;
    }
    process.stdout.write(JSON.stringify({ outcomes, peakBytes: process.resourceUsage().maxRSS * 1024 }));
  }
}
