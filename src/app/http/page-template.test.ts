/** Compressed once, a page still carries a nonce of its own in each reply. */
import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressTemplate, makeTemplate } from "./page-template.ts";

const newNonce = () => randomBytes(16).toString("base64");
const MARK = newNonce();
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

/** Text that repeats itself before, between and after its nonces, over more than a compressor's window of 32 kB. */
function longPage(mark: string): string {
  const script = (i: number) => `<script nonce="${mark}" src="/assets/part-${i}.js"></script>`;
  const text = (i: number) => `<p>Une voiture « à gagner », n° ${i} : ${randomBytes(30).toString("hex")}</p>`;
  const body = Array.from({ length: 600 }, (_, i) => text(i) + (i % 40 === 0 ? script(i) : "")).join("\n");
  return `<!doctype html>${script(0)}${script(0)}${body}${script(1)}</html>`;
}

/** Whatever a nonce's stand-in begins or ends with is found again in the text around it. */
function alikePage(mark: string): string {
  const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).concat("é", "«", " ");
  const around = (inside: string) => `<link nonce="${inside}" rel="preload" href="/assets/car.avif"/>`;
  return around(mark).repeat(30) + letters.map(around).join("") + around(mark) + letters.map(around).join("");
}

describe.each(["br", "gzip"] as const)("%s", (encoding) => {
  it.each([
    ["a long page with many nonces", longPage(MARK)],
    ["a page that looks like its own nonces", alikePage(MARK)],
    ["a page that begins and ends with one", `${MARK}middle${MARK}`],
    ["nonces side by side", `a${MARK}${MARK}b`],
    ["two hundred nonces", `<script nonce="${MARK}"></script>`.repeat(200)],
    ["a page without any", "<p>nothing to allow</p>"],
    ["an empty page", ""],
  ])("unpacks to the page with this reply's nonce: %s", async (_name, page) => {
    const packed = await compressTemplate(makeTemplate(page, MARK), encoding);
    if (!packed) throw new Error("it was not compressed");
    for (const nonce of [newNonce(), newNonce(), MARK, "AAAAAAAAAAAAAAAAAAAAAA=="]) {
      const bytes = packed.fill(nonce);
      expect(bytes.length).toBe(packed.length);
      expect(unpack[encoding](bytes).toString()).toBe(page.replaceAll(MARK, nonce));
    }
  });

  it("makes a page a good deal smaller", async () => {
    const page = longPage(MARK);
    const packed = await compressTemplate(makeTemplate(page, MARK), encoding);
    expect(packed?.length).toBeLessThan(page.length * 0.6);
  });
});
