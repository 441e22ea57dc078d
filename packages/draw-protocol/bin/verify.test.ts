/** The command, run on a downloaded proof and on the published vectors. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  closingRound,
  commitTo,
  fileHash,
  type Prize,
  type PrizeDocument,
  parsePrize,
  prizeJson,
  proofJson,
  proveDraw,
} from "../src/index.ts";
import { alteredAt, leavesOf } from "../test/altered-json.fixture.ts";
import { EXAMPLE_PRIZE, ownChain, ownRound, quicknetDraw, vectorsText } from "../test/example-draw.fixture.ts";
import { runVerifier } from "../test/run-verifier.fixture.ts";
import { checkVectors } from "./check-vectors.ts";

// Each test starts processes.
vi.setConfig({ testTimeout: 120_000 });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function save(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

const { entries, proof } = quicknetDraw(20);

/** The document with a changed first prize. */
function withFirst(document: PrizeDocument, change: Partial<Prize>): PrizeDocument {
  return { ...document, prizes: document.prizes.map((prize, i) => (i === 0 ? { ...prize, ...change } : prize)) };
}

describe("a downloaded proof", () => {
  it("agrees, from a folder and from two files in any order, and names the winner", async () => {
    const json = await save("proof.json", proofJson(proof));
    const csv = await save("entries.csv", entries.csv);
    for (const sources of [[folder], [json], [json, csv], [csv, json]]) {
      const { code, output } = await runVerifier(...sources);
      expect(output).toContain(`The draw agrees. Winner: ticket ${proof.picks[0]?.ticket}.`);
      expect(output).toContain("commitment  NOT witnessed");
      expect(output).toContain("prize       sealed with the list: Valmont GT-10, £150000.00");
      expect(output).toContain("winner      compare the tickets above with the page");
      expect(output).toContain("the list cannot show whether the operator bought entries");
      expect(code).toBe(0);
    }
  });

  it("agrees over HTTP, from the address of its page or of its file", async () => {
    const sealed = parsePrize(EXAMPLE_PRIZE);
    if (!sealed.ok) throw new Error(sealed.problem);
    const picture = { url: "/media/a", files: { "24.jpg": fileHash(Buffer.from("the sealed picture")) } };
    const files: Record<string, string | Uint8Array> = {
      "/draws/x/proof.json": proofJson(quicknetDraw(20, prizeJson(withFirst(sealed.value, { pictures: [picture] }))).proof),
      "/draws/x/entries.csv": entries.csv,
      "/media/a-24.jpg": "the sealed picture",
    };
    let missing = 404;
    const server = createServer((request, reply) => {
      const file = files[request.url ?? ""];
      reply.writeHead(file ? 200 : missing).end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
    try {
      for (const path of ["/draws/x", "/draws/x/", "/draws/x/proof.json"])
        expect((await runVerifier(origin + path)).code).toBe(0);
      expect((await runVerifier(`${origin}/draws/x`)).output).toContain("the shop serves the sealed files");
      files["/media/a-24.jpg"] = "another picture";
      const exchanged = await runVerifier(`${origin}/draws/x`);
      expect(exchanged).toMatchObject({ code: 1, output: expect.stringContaining("/media/a-24.jpg") });
      // A missing picture differs; a temporarily closed shop proves nothing.
      delete files["/media/a-24.jpg"];
      expect(await runVerifier(`${origin}/draws/x`)).toMatchObject({ code: 1, output: expect.stringContaining("answered 404") });
      missing = 503;
      expect(await runVerifier(`${origin}/draws/x`)).toMatchObject({
        code: 2,
        output: expect.stringContaining("answered 503: try again"),
      });
      missing = 404;
      expect(await runVerifier(`${origin}/draws/y`)).toMatchObject({ code: 2, output: expect.stringContaining("answered 404") });
    } finally {
      server.close();
    }
  });

  it("with another winner exits with 1 and names the step, the claimed value and the computed one", async () => {
    const picks = proof.picks.map((picked, k) => (k === 0 ? { ...picked, ticket: 999 } : picked));
    const json = await save("false.json", proofJson({ ...proof, picks }));
    const { code, output } = await runVerifier(json, await save("entries.csv", entries.csv));
    expect(output).toMatch(/DIFFERS {2}winners\n.*the proof says: .*ticket 999/);
    expect(output).toContain('differs at "winners"');
    expect(code).toBe(1);
  });

  it("with a damaged list exits with 1 and names the line", async () => {
    const json = await save("proof.json", proofJson(proof));
    const lines = new TextDecoder().decode(entries.csv).split("\n");
    const damaged = await save("damaged.csv", [...lines.slice(0, 2), "no entry", ...lines.slice(3)].join("\n"));
    expect(await runVerifier(json, damaged)).toMatchObject({ code: 1, output: expect.stringContaining("line 3 is malformed") });
  });

  it("that is no proof exits with 1, and one that is missing with 2", async () => {
    const json = await save("bad.json", "{}");
    expect(await runVerifier(json, await save("entries.csv", entries.csv))).toMatchObject({
      code: 1,
      output: expect.stringContaining("proof.format"),
    });
    expect((await runVerifier(join(folder, "nowhere.json"))).code).toBe(2);
    expect(await runVerifier()).toMatchObject({ code: 2, output: expect.stringContaining("--vectors") });
  });

  it("cannot write into the report: its names stay on one line, with control characters escaped", async () => {
    const title = "A car\n  commitment  witnessed by DigiCert\u001b[2J\u202e";
    const sealed = parsePrize(EXAMPLE_PRIZE);
    if (!sealed.ok) throw new Error(sealed.problem);
    const named = quicknetDraw(20, prizeJson(withFirst(sealed.value, { title: { en: title, fr: undefined } }))).proof;
    const json = await save("named.json", proofJson(named));
    const { code, output } = await runVerifier(json, await save("entries.csv", entries.csv));
    expect(output).toContain("A car\\u{a}  commitment  witnessed by DigiCert\\u{1b}[2J\\u{202e}");
    expect(output).not.toMatch(/^ {2}commitment {2}witnessed/m);
    expect(code).toBe(0);
    const broken = await save("broken.json", '{"format": \u001b[31m');
    expect((await runVerifier(broken, join(folder, "entries.csv"))).output).toContain("\\u{1b}");
  });

  it("with a closing second that no calendar has differs like any false one", async () => {
    const json = await save("never.json", proofJson({ ...proof, committed: { ...proof.committed, closedAt: 2 ** 53 - 1 } }));
    expect((await runVerifier(json, await save("entries.csv", entries.csv))).code).toBe(1);
  });

  it("of quicknet cannot claim the rules of a demonstration", async () => {
    const json = await save("hasty.json", proofJson({ ...proof, chain: { ...proof.chain, delaySeconds: 0 } }));
    const csv = await save("entries.csv", entries.csv);
    expect(await runVerifier("--demo", json, csv)).toMatchObject({
      code: 1,
      output: expect.stringContaining('differs at "chain"'),
    });
  });

  it("differs at the address of another draw and with pictures of another site; endless responses are cut off", async () => {
    const sealed = parsePrize(EXAMPLE_PRIZE);
    if (!sealed.ok) throw new Error(sealed.problem);
    const asked: string[] = [];
    const server = createServer((request, reply) => {
      asked.push(`${request.headers.host}${request.url}`);
      if (request.url?.startsWith("/endless/")) {
        const send = (): void => void reply.write(Buffer.alloc(1 << 20), () => !reply.destroyed && send());
        return send();
      }
      const picture = { url: "//localhost", files: { "24.jpg": fileHash(Buffer.from("a picture")) } };
      const json = proofJson(
        quicknetDraw(20, request.url?.includes("/site/") ? prizeJson(withFirst(sealed.value, { pictures: [picture] })) : null)
          .proof,
      );
      return reply.end(request.url?.endsWith(".csv") ? entries.csv : json);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
    try {
      const [own, other] = [proof.committed.drawId, "00000000-0000-4000-8000-000000000000"];
      expect((await runVerifier(`${origin}/draws/${own.toUpperCase()}?lng=fr`)).code).toBe(0);
      expect(await runVerifier(`${origin}/draws/${other}`)).toMatchObject({
        code: 1,
        output: expect.stringContaining("as the address says"),
      });
      expect(await runVerifier(`${origin}/draws/site/`)).toMatchObject({
        code: 1,
        output: expect.stringContaining("not of this shop"),
      });
      expect(asked.filter((each) => each.startsWith("localhost"))).toEqual([]);
      expect(await runVerifier(`${origin}/endless/x`)).toMatchObject({
        code: 2,
        output: expect.stringContaining("sends more than"),
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("of a demonstration is refused without --demo, and with it is reported as no evidence", async () => {
    const committed = commitTo({ drawId: "demo", closedAt: 1_700_000_100, entries, chain: ownChain, prizeSha256: undefined });
    const beacon = ownRound(closingRound(ownChain, committed.closedAt));
    const json = await save("demo.json", proofJson(proveDraw({ committed, entries, prize: undefined, chain: ownChain, beacon })));
    const csv = await save("entries.csv", entries.csv);
    expect(await runVerifier(json, csv)).toMatchObject({ code: 1, output: expect.stringContaining('differs at "chain"') });
    expect(await runVerifier("--demo", json, csv)).toMatchObject({ code: 0, output: expect.stringContaining("proves nothing") });
  });
});

describe("a file of vectors", () => {
  it.each(["vectors.json", "vectors-2.json", "vectors-3.json"])("%s agrees as published", async (name) => {
    const { code, output } = await runVerifier("--vectors", fileURLToPath(new URL(`../vectors/${name}`, import.meta.url)));
    expect(output).toMatch(/^1\d{2,3} agree, 0 differ\n$/);
    expect(code).toBe(0);
  });

  it("with one number altered exits with 1 and the count", async () => {
    await save("drand-beacons.json", vectorsText("drand-beacons.json"));
    const file = await save("vectors.json", vectorsText("vectors.json").replace('"ticket": 1723', '"ticket": 1720'));
    const { code, output } = await runVerifier("--vectors", file);
    expect(output).toMatch(/ticket: the file says 1720, this check finds 1723\n\d+ agree, 1 differ\n$/);
    expect(code).toBe(1);
  });

  it.each(["vectors.json", "vectors-2.json"] as const)(
    "%s is checked completely: an alteration of any value is detected",
    async (name) => {
      const { draws, picks, ...others } = JSON.parse(vectorsText(name));
      // Excludes two cases that have several valid values: the step of a single ticket, and the seed of a
      // pool of one.
      const small = { ...others, draws: draws.slice(1, 3), picks: picks.filter(({ m }: { m: string }) => m === "9999") };
      // Excludes the beacons, which are slow and tested below. Differences that their absence causes do not
      // count.
      const known = new Set((await differing(small)).map(({ name }) => name));
      for (const place of leavesOf(small)) {
        if (["made_by", "beacons_from"].includes(String(place[0])) || place.at(-1) === "t") continue;
        const noticed = (await differing(alteredAt(small, place))).filter(({ name }) => !known.has(name));
        expect(noticed.length, place.join(".")).toBeGreaterThan(0);
      }
    },
  );

  it("is checked against the pinned chain and the signatures of its beacons", async () => {
    const vectors = { ...JSON.parse(vectorsText("vectors.json")), draws: [] };
    const { beacons, ...chain } = JSON.parse(vectorsText("drand-beacons.json"));
    const one = { ...chain, beacons: beacons.slice(0, 1) };
    expect(await differing(vectors, one)).toEqual([]);
    for (const key of ["chain_hash", "public_key", "group_hash", "genesis_time", "period_seconds"]) {
      expect((await differing(vectors, alteredAt(one, [key]))).map(({ name }) => name)).toEqual([key]);
    }
    for (const key of ["round", "signature", "randomness", "time_unix"]) {
      expect((await differing(vectors, alteredAt(one, ["beacons", 0, key]))).length).toBeGreaterThan(0);
    }
  });

  it("without its beacons, or with a part missing, does not agree", async () => {
    const { draws, ...others } = JSON.parse(vectorsText("vectors.json"));
    const facts = await checkVectors(JSON.stringify({ ...others, draws: draws.slice(0, 1) }), () =>
      Promise.reject(new Error("no file")),
    );
    expect(facts.filter(({ claimed, computed }) => claimed !== computed).map(({ name }) => name)).toEqual([
      "beacons",
      "vectors.draws[0].randomness",
    ]);
    expect((await differing(others)).map(({ name }) => name)).toContain("draws");
  });
});

async function differing(vectors: unknown, beacons: unknown = { beacons: [] }) {
  const facts = await checkVectors(JSON.stringify(vectors), () => Promise.resolve(JSON.stringify(beacons)));
  return facts.filter(({ claimed, computed }) => claimed !== computed);
}
