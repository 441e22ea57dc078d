/** The journal returns every acknowledged line after any crash. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Journal, openJournal } from "./journal.ts";

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "journal-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "ledger.ndjson");
}

async function open(path: string): Promise<{ journal: Journal; lines: string[] }> {
  const lines: string[] = [];
  const replay = (line: string) => lines.push(JSON.parse(line) as string);
  return {
    journal: await openJournal({
      path,
      replay: (line) => void replay(line),
      snapshot: () => lines.map((line) => JSON.stringify(line)),
    }),
    lines,
  };
}

test("every acknowledged line is read back, in order", async () => {
  const path = await newPath();
  const { journal } = await open(path);
  await Promise.all(
    Array.from({ length: 500 }, (_, index) => journal.durable(journal.append(JSON.stringify(`line ${index}, été`)))),
  );
  await journal.close();
  const { journal: again, lines } = await open(path);
  expect(lines).toEqual(Array.from({ length: 500 }, (_, index) => `line ${index}, été`));
  await again.close();
});

test("a line that is acknowledged is already in the file", async () => {
  const path = await newPath();
  const { journal } = await open(path);
  for (let index = 0; index < 50; index++) {
    await journal.durable(journal.append(JSON.stringify(index)));
    expect(await readFile(path, "utf8")).toContain(`\n${index}\n`.slice(index === 0 ? 1 : 0));
  }
  await journal.close();
});

test("a line appended at the moment of another's acknowledgement is written", async () => {
  const { journal } = await open(await newPath());
  for (let round = 0; round < 200; round++) {
    const first = journal.durable(journal.append("1"));
    await first.then(() => journal.durable(journal.append("2")));
  }
  await journal.close();
});

test("a last line cut short by a crash is dropped, and the next one starts on a new line", async () => {
  const path = await newPath();
  await writeFile(path, '"one"\n"two"\n"thr');
  const { journal, lines } = await open(path);
  expect(lines).toEqual(["one", "two"]);
  await journal.durable(journal.append('"three"'));
  await journal.close();
  expect(await readFile(path, "utf8")).toBe('"one"\n"two"\n"three"\n');
});

test("an unreadable line in the middle stops the start", async () => {
  const path = await newPath();
  await writeFile(path, '"one"\n{broken\n"three"\n');
  await expect(open(path)).rejects.toThrow("cannot be read at byte 6");
});

test("a large file is rewritten with the current state", async () => {
  const path = await newPath();
  await writeFile(path, '"old"\n');
  for (let part = 0; part < 20; part++) await appendFile(path, `${JSON.stringify("x".repeat(99_990))}\n`);
  let kept = 0;
  const journal = await openJournal({ path, replay: () => kept++, snapshot: () => [`"kept ${kept}"`] });
  await journal.durable(journal.append('"new"'));
  await journal.close();
  expect(await readFile(path, "utf8")).toBe('"kept 21"\n"new"\n');
});

test("a file that grows in use is rewritten, and loses no line appended meanwhile", async () => {
  const path = await newPath();
  const known = new Set<number>();
  const writes: Promise<void>[] = [];
  let rewrites = 0;
  const keep = (value: number) => {
    known.add(value);
    writes.push(journal.durable(journal.append(JSON.stringify([value]))));
  };
  const snapshot = () => {
    const lines = [JSON.stringify([...known])];
    rewrites += 1;
    keep(10_000 + rewrites);
    return lines;
  };
  const journal = await openJournal({ path, replay: () => {}, snapshot, compactAbove: { atStart: 1000, inUse: 1000 } });
  for (let value = 0; value < 2000; value++) {
    keep(value);
    if (value % 20 === 19) await writes.at(-1);
  }
  await Promise.all(writes);
  await journal.close();
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  expect(rewrites).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(1500);
  const replayed = lines.flatMap((line) => JSON.parse(line) as number[]);
  expect(new Set(replayed)).toEqual(known);
});
