/** An evidence pack has the files of a draw, and a pack with a changed or missing file is refused. */
import { describe, expect, it } from "vitest";
import { prizesDraw, quicknetDraw } from "../test/example-draw.fixture.ts";
import { fileHash, type PackFiles, packFiles, readPack, undrawnPackFiles, verifyDraw } from "./index.ts";

const { entries, proof } = prizesDraw(50, { prizes: 3, onePrizeAPerson: true });
const packed: PackFiles = { ...packFiles(proof), "entries.csv": entries.csv };
const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (name: string) => new TextDecoder().decode(packed[name]);
const read = (files: PackFiles) => readPack(new Map(Object.entries(files)));

/** The pack with these files, undefined for none, and a manifest that lists them. */
function repacked(changes: Record<string, Uint8Array | undefined>): PackFiles {
  const kept = Object.entries({ ...packed, ...changes }).flatMap(([name, file]) => (file ? [[name, file] as const] : []));
  const files = Object.fromEntries(kept.filter(([name]) => name !== "manifest.json"));
  const hashes = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, fileHash(file)]));
  return { ...files, "manifest.json": bytes(JSON.stringify({ ...JSON.parse(textOf("manifest.json")), files: hashes })) };
}

describe("a pack", () => {
  it("has all files of the draw, and its manifest has their hashes", () => {
    expect(Object.keys(packed).toSorted()).toEqual([
      ...["commitment.json", "entries.csv", "manifest.json", "prize.json", "result.json", "round.json", "timestamps.json"],
    ]);
    const manifest = JSON.parse(textOf("manifest.json"));
    expect(manifest).toMatchObject({ format: "pdraw-pack/1", draw_id: proof.committed.drawId });
    const { "manifest.json": _, ...listed } = packed;
    expect(manifest.files).toEqual(Object.fromEntries(Object.entries(listed).map(([name, file]) => [name, fileHash(file)])));
    expect(fileHash(packed["commitment.json"] ?? bytes(""))).toBe(proof.commitment);
    expect(fileHash(packed["prize.json"] ?? bytes(""))).toBe(proof.committed.prizeSha256);
  });

  it.each([
    ["pdraw/1", quicknetDraw(50, null)],
    ["pdraw/2", quicknetDraw(50)],
    ["pdraw/3", { entries, proof }],
  ])("of a draw of %s gives the same proof back, which agrees", (_, draw) => {
    const back = read({ ...packFiles(draw.proof), "entries.csv": draw.entries.csv });
    expect(back).toEqual({ ok: true, value: { proof: draw.proof, entries: { csv: draw.entries.csv } } });
    expect(back.ok && verifyDraw({ proof: back.value.proof, csv: draw.entries.csv }).agrees).toBe(true);
  });

  it("may name the address of its list and have further files", () => {
    const more = { "terms.html": bytes("<p>Terms</p>") };
    const files = packFiles(proof, { entriesUrl: "https://the-shop.example/draws/x/entries.csv", more });
    expect(files).not.toHaveProperty("entries.csv");
    expect(read(files)).toMatchObject({ ok: true, value: { entries: { url: "https://the-shop.example/draws/x/entries.csv" } } });
  });

  it.each(["../terms.html", "a/b.txt", "A.txt", "", ".hidden", "manifest.json"])("has no file named %j", (name) => {
    expect(() => packFiles(proof, { more: { [name]: bytes("") } })).toThrow(RangeError);
  });
});

describe("a pack made before the result", () => {
  const { committed, prize, timestamps } = proof;
  const { drawId } = committed;

  it.each<[string, PackFiles]>([
    ["before the freeze", undrawnPackFiles({ drawId, prize })],
    ["after the freeze", { ...undrawnPackFiles({ drawId, committed, prize, timestamps }), "entries.csv": entries.csv }],
  ])("has its files listed %s, and no result to check", (_, files) => {
    expect(read(files)).toMatchObject({ ok: false, error: "not_drawn" });
    const changed = { ...files, "prize.json": bytes("{}") };
    expect(read(changed)).toMatchObject({ error: "not_a_pack", problem: expect.stringContaining("prize.json: changed") });
  });

  it("has the commitment and the time-stamps from the freeze on", () => {
    expect(Object.keys(undrawnPackFiles({ drawId, prize })).toSorted()).toEqual(["manifest.json", "prize.json"]);
    const frozen = undrawnPackFiles({ drawId, committed, prize, timestamps });
    expect(Object.keys(frozen).toSorted()).toEqual(["commitment.json", "manifest.json", "prize.json", "timestamps.json"]);
    expect(JSON.parse(new TextDecoder().decode(frozen["manifest.json"])).files["entries.csv"]).toBe(committed.entriesSha256);
  });
});

describe("a forged pack", () => {
  it.each(Object.keys(packed).filter((name) => name !== "manifest.json"))("with %s changed or missing is refused", (name) => {
    const altered = (packed[name] ?? bytes("")).slice();
    altered[0] = (altered[0] ?? 0) ^ 1;
    expect(read({ ...packed, [name]: altered })).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`${name}: changed`),
    });
    const { [name]: _, ...others } = packed;
    expect(read(others)).toMatchObject({ ok: false, problem: `${name}: missing, but listed in manifest.json` });
  });

  const without = (name: string) => repacked({ [name]: undefined });
  const other = quicknetDraw(50).proof;
  it.each<[string, PackFiles]>([
    ["manifest.json: missing", Object.fromEntries(Object.entries(packed).filter(([name]) => name !== "manifest.json"))],
    ["manifest.json: not JSON", { ...packed, "manifest.json": bytes("{") }],
    ["manifest.json.format", { ...packed, "manifest.json": bytes('{"format":"pdraw-pack/2"}') }],
    ["extra.txt: not listed", { ...packed, "extra.txt": bytes("x") }],
    ["commitment.json: missing", without("commitment.json")],
    ["prize.json: missing", without("prize.json")],
    ["round.json: missing", without("round.json")],
    ["result.json: missing", without("result.json")],
    ["entries.csv: missing, and so is entries.json", without("entries.csv")],
    ["entries.json: the pack has entries.csv as well", repacked({ "entries.json": bytes("{}") })],
    ["entries.json: its sha256", repacked({ "entries.csv": undefined, "entries.json": bytes(`{"sha256":"${"0".repeat(64)}"}`) })],
    ["prize.json: not UTF-8", repacked({ "prize.json": Uint8Array.of(255) })],
    ["proof.chain", repacked({ "round.json": bytes("{}") })],
    ["commitment.json: only the committed fields", repacked({ "commitment.json": bytes(` ${textOf("commitment.json")}`) })],
    ["result.json: the format pdraw-proof/2", repacked({ "result.json": packFiles(other)["result.json"] })],
    [
      "manifest.json: its draw_id",
      {
        ...repacked({}),
        "manifest.json": bytes(new TextDecoder().decode(repacked({})["manifest.json"]).replace("7f1c7b0e", "00000000")),
      },
    ],
  ])("is refused with the reason: %s", (problem, files) => {
    const result = read(files);
    expect(result).toMatchObject({ ok: false, error: "not_a_pack" });
    expect(result.ok ? "" : result.problem).toContain(problem);
  });

  it.each([
    ["commitment", "commitment.json", /"closed_at":\d+/, '"closed_at":1692805767'],
    ["prize", "prize.json", "15000000", "15000001"],
    ["beacon", "round.json", /"randomness": "../, '"randomness": "00'],
    ["winners", "result.json", '"winner": 1', '"winner": 4'],
  ])("with a consistent manifest differs at %s if %s is changed", (step, name, from, to) => {
    const changed = textOf(name).replace(from, to);
    expect(changed).not.toBe(textOf(name));
    const result = read(repacked({ [name]: bytes(changed) }));
    expect(result.ok && verifyDraw({ proof: result.value.proof, csv: entries.csv })).toMatchObject({
      agrees: false,
      differsAt: step,
    });
  });

  it("with the list of another draw differs at the entries", () => {
    const result = read(repacked({ "entries.csv": quicknetDraw(49).entries.csv }));
    if (!result.ok || !("csv" in result.value.entries)) throw new Error("the pack has a list");
    expect(verifyDraw({ proof: result.value.proof, csv: result.value.entries.csv })).toMatchObject({ differsAt: "entries" });
  });
});
