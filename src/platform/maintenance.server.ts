/** Maintenance mode: a file in the data folder, which every process on that folder reads. */
import { readFileSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const FILE_NAME = "maintenance.json";
const REREAD_MS = 1_000;
const schema = z.object({ until: z.iso.datetime().optional() });

/** The shop is closed. `until`: the announced time of reopening. */
export type Closed = { readonly until: Date | undefined };

/** Returns a function that returns whether the shop is closed; it reads the file at most once a second. */
export function watchMaintenance(dataDir: string): () => Closed | undefined {
  let readAt = Number.NEGATIVE_INFINITY;
  let closed: Closed | undefined;
  return () => {
    if (performance.now() - readAt < REREAD_MS) return closed;
    readAt = performance.now();
    closed = readClosure(join(dataDir, FILE_NAME), closed);
    return closed;
  };
}

/** Too many open files in this process. */
const TOO_MANY_FILES = new Set(["EMFILE", "ENFILE"]);

/** What the file says; `previous` if the process cannot open files at the moment. */
function readClosure(file: string, previous: Closed | undefined): Closed | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    // An existing but unreadable file was written by another user, such as an administrator.
    return TOO_MANY_FILES.has(code) ? previous : { until: undefined };
  }
  try {
    const { until } = schema.parse(JSON.parse(text));
    return { until: until === undefined ? undefined : new Date(until) };
  } catch {
    // A file made by hand closes the shop too.
    return { until: undefined };
  }
}

/** Closes the shop by writing the file. */
export async function closeForMaintenance(dataDir: string, until: Date | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, FILE_NAME);
  await writeFile(`${file}.new`, JSON.stringify({ ...(until && { until: until.toISOString() }) }));
  // The shop may run as another user than the one who closes it.
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}

/** Opens the shop by removing the file. */
export async function openAfterMaintenance(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE_NAME), { force: true });
}
