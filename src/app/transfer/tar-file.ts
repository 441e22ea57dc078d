/** A folder as one file, which any system can open: POSIX ustar, compressed where the name says so. */
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const BLOCK = 512;
/** Eleven octal digits. Source: POSIX.1-2017, pax, "ustar Interchange Format". */
const LARGEST = 8 ** 11 - 1;

/** Whether a path names a file of this kind, and not a folder. */
export function isTarName(path: string): boolean {
  return /\.(tar|tar\.gz|tgz)$/i.test(path);
}

/** Packs all files of a folder below a folder of that name, into a file that is cut off where this fails. */
export async function packFolder(
  folder: string,
  { file, name, isCompressed }: { readonly file: string; readonly name: string; readonly isCompressed: boolean },
): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const blocks = Readable.from(tarBlocks(folder, name, paths.sort()));
  const out = createWriteStream(file, { mode: 0o600, flags: "wx" });
  await (isCompressed ? pipeline(blocks, createGzip(), out) : pipeline(blocks, out));
}

async function* tarBlocks(folder: string, name: string, paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) {
    const { size, mtime } = await stat(path);
    yield headerOf(`${name}/${relative(folder, path)}`, size, mtime);
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(path: string, size: number, mtime: Date): Buffer {
  if (size > LARGEST) throw new Error(`${path} is larger than 8 GiB. Export to a folder instead`);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name. Choose a shorter one`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(path, 0);
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(octal(size, 12) + octal(Math.floor(mtime.getTime() / 1000), 12), 124);
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
