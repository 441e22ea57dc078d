/** The command, run on evidence packs: honest ones, and zips that are made to harm. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { packFiles, readPack, undrawnPackFiles } from "../src/index.ts";
import { prizesDraw } from "../test/example-draw.fixture.ts";
import { runVerifier } from "../test/run-verifier.fixture.ts";
import { PACK_LIMITS, unzipPack } from "./unzip-pack.ts";

// Some tests start processes.
vi.setConfig({ testTimeout: 120_000 });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pack-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { entries, proof } = prizesDraw(20, { prizes: 2, onePrizeAPerson: true }, { personOf: (pick) => Math.max(pick, 1) });
const files = { ...packFiles(proof), "entries.csv": entries.csv };
const text = (content: string) => new TextEncoder().encode(content);

async function save(name: string, content: Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

describe("the command", () => {
  it("checks a pack without a network, and names each prize with its winner", async () => {
    const { code, output } = await runVerifier("--pack", await save("pack.zip", zipSync(files)));
    const ticket = (pick: number) => proof.picks[pick]?.ticket;
    expect(output).toContain("agrees   pack");
    expect(output).toContain(
      `Prize 1, Valmont GT-10. Winner: ticket ${ticket(0)}. Reserves: ${[2, 4, 6].map(ticket).join(", ")}.`,
    );
    expect(output).toContain(`Prize 2, A watch, prize 2. Winner: ticket ${ticket(3)}.`);
    expect(output).toContain(`Passed over: ticket ${ticket(1)}, whose owner has already won.`);
    expect(output).toContain("sealed with the list: Valmont GT-10, £150000.00; A watch, prize 2, £500.00");
    expect(code).toBe(0);
  });

  it("exits with 1 and names the changed file, or the step that differs", async () => {
    const changed = { ...files, "prize.json": text("{}") };
    const first = await runVerifier("--pack", await save("changed.zip", zipSync(changed)));
    expect(first).toMatchObject({ code: 1, output: expect.stringContaining("prize.json: changed; manifest.json says") });
    const forged = packFiles({ ...proof, prizes: proof.prizes.toReversed() });
    const second = await runVerifier("--pack", await save("forged.zip", zipSync({ ...forged, "entries.csv": entries.csv })));
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('differs at "winners"') });
  });

  it("fetches the list from the address in the pack, or reads it from a file", async () => {
    const server = createServer((_, reply) => void reply.end(entries.csv));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const entriesUrl = `http://127.0.0.1:${typeof address === "object" && address?.port}/entries.csv`;
    const pack = await save("listless.zip", zipSync(packFiles(proof, { entriesUrl })));
    expect(await runVerifier("--pack", pack)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`fetched from ${entriesUrl}`),
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await runVerifier("--pack", pack)).toMatchObject({ code: 2 });
    expect(await runVerifier("--pack", pack, await save("entries.csv", entries.csv))).toMatchObject({ code: 0 });
  });

  it("exits with 2 for a pack that was made before the result", async () => {
    const undrawn = undrawnPackFiles({ drawId: proof.committed.drawId, prize: proof.prize });
    expect(await runVerifier("--pack", await save("undrawn.zip", zipSync(undrawn)))).toMatchObject({
      code: 2,
      output: expect.stringContaining("made before the winner was drawn"),
    });
  });

  it("exits with 2 without the file", async () => {
    expect(await runVerifier("--pack", join(folder, "nowhere.zip"))).toMatchObject({ code: 2 });
  });
});

describe("a zip that is no pack", () => {
  const zeros = (bytes: number): Zippable => ({ "entries.csv": [new Uint8Array(bytes), { level: 9 }] });
  const crowd = Object.fromEntries(Array.from({ length: PACK_LIMITS.files + 1 }, (_, i) => [`file-${i}`, text("x")]));
  /** The same zip with one text exchanged for another of the same length. */
  const renamed = (zip: Uint8Array, from: string, to: string) =>
    Uint8Array.from(Buffer.from(Buffer.from(zip).toString("latin1").replaceAll(from, to), "latin1"));

  it.each<[string, Uint8Array]>([
    ["invalid zip data", text("not a zip")],
    ["cannot be unzipped", zipSync(files).slice(0, 500)],
    ['a file named \\"../evil\\"', zipSync({ ...files, "../evil": text("x") })],
    ['a file named \\"/etc/passwd\\"', zipSync({ "/etc/passwd": text("x") })],
    ['a file named \\"a/\\"', zipSync({ a: { b: text("x") } })],
    ['a file named \\"C:\\\\\\\\evil\\"', zipSync({ "C:\\evil": text("x") })],
    ['a file named \\"__proto__\\"', renamed(zipSync({ aaproto99: text("x") }), "aaproto99", "__proto__")],
    ['two files named \\"prize.json\\"', renamed(zipSync({ ...files, "price.json": text("x") }), "price.json", "prize.json")],
    [`more than ${PACK_LIMITS.files} files`, zipSync(crowd)],
    ["would grow from", zipSync(zeros(4 * 1024 * 1024))],
    ["are allowed", zipSync({ "prize.json": new Uint8Array(PACK_LIMITS.fileBytes + 1) }, { level: 0 })],
  ])("is refused: %s", (problem, zip) => {
    const result = unzipPack(zip);
    expect(result).toMatchObject({ ok: false, error: "not_a_pack" });
    expect(JSON.stringify(result)).toContain(problem);
  });

  it("with a false size is unpacked only up to that size, and then differs from its manifest", () => {
    const size = 8 * 1024 * 1024;
    const zip = zipSync({ ...files, "prize.json": new Uint8Array(size) });
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    const header = 0x02014b50;
    for (let at = 0; at < zip.length - 28; at++)
      if (view.getUint32(at, true) === header && view.getUint32(at + 24, true) === size) view.setUint32(at + 24, 10, true);
    const unzipped = unzipPack(zip);
    if (!unzipped.ok) throw new Error(unzipped.problem);
    expect(unzipped.value.get("prize.json")?.length).toBe(10);
    expect(readPack(unzipped.value)).toMatchObject({ ok: false, problem: expect.stringContaining("prize.json: changed") });
  });
});
