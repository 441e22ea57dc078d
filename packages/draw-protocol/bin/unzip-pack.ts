/** Unpacks an evidence pack into memory. Names and sizes come from a stranger, so both are limited. */
import { type UnzipFileInfo, unzipSync } from "fflate";
import { PACK_NAME } from "../src/index.ts";

const MIB = 1024 * 1024;

/** A list of ten million entries has about 400 MiB, and 200 MiB in the zip. */
export const PACK_LIMITS = { zipBytes: 512 * MIB, files: 100, fileBytes: 64 * MIB, listBytes: 1024 * MIB } as const;

/** Tags are random, so a list shrinks to half; JSON with many pictures to a tenth. */
const LARGEST_RATIO = 100;

type Unzipped =
  | { readonly ok: true; readonly value: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly error: "not_a_pack"; readonly problem: string };

/** `problem` names the file that is refused. */
export function unzipPack(zip: Uint8Array): Unzipped {
  const names = new Set<string>();
  let total = 0;
  const check = ({ name, size, originalSize }: UnzipFileInfo) => {
    const shown = JSON.stringify(name);
    if (!PACK_NAME.test(name)) throw new Error(`the zip has a file named ${shown}; a pack has flat, lowercase names only`);
    if (names.has(name)) throw new Error(`the zip has two files named ${shown}`);
    names.add(name);
    if (names.size > PACK_LIMITS.files) throw new Error(`the zip has more than ${PACK_LIMITS.files} files`);
    const bytes = Math.max(size, originalSize);
    const most = name === "entries.csv" ? PACK_LIMITS.listBytes : PACK_LIMITS.fileBytes;
    if (bytes > most) throw new Error(`${shown} has ${bytes} bytes; ${most} are allowed`);
    if (bytes > MIB && bytes > size * LARGEST_RATIO)
      throw new Error(`${shown} would grow from ${size} to ${bytes} bytes, more than any file of a pack`);
    total += bytes;
    if (total > PACK_LIMITS.listBytes + PACK_LIMITS.fileBytes) throw new Error("the files of the zip are too large together");
    return true;
  };
  try {
    return { ok: true, value: new Map(Object.entries(unzipSync(zip, { filter: check }))) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, error: "not_a_pack", problem: `the pack cannot be unzipped: ${problem}` };
  }
}
