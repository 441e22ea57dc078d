import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBuiltFiles, readOtherFiles } from "./files.ts";

const SCRIPT = "export const words = 'draw';\n".repeat(200);
const folder = mkdtempSync(join(tmpdir(), "concours-files-"));
const app = new Hono();

beforeAll(() => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/home.js"), SCRIPT);
  writeFileSync(join(folder, "assets/tiny.js"), "1");
  writeFileSync(join(folder, "assets/car.avif"), Buffer.alloc(5000));
  execFileSync(process.execPath, [join(import.meta.dirname, "../../../../scripts/compress-assets.ts"), folder]);
  app.get("/assets/*", readBuiltFiles(folder)("public, max-age=31536000, immutable"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(`/assets/${path}`, { method, headers });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

it("files of the next and former versions are served from the disk, and no other folder's", async () => {
  const root = mkdtempSync(join(tmpdir(), "concours-versions-"));
  const [client, before] = [join(root, "client"), join(root, "before")];
  for (const each of [client, before]) mkdirSync(join(each, "assets"), { recursive: true });
  writeFileSync(join(before, "assets/old.css"), "old");
  const versions = new Hono();
  versions.get("/assets/*", readBuiltFiles(client)("immutable"), readOtherFiles([client, before], "immutable"));
  versions.get("*", (c) => c.text("no such page", 404));
  // Written after this process has read the folder.
  writeFileSync(join(client, "assets/new.css"), "new");
  writeFileSync(join(client, "assets/new.css.br"), "packed");
  writeFileSync(join(root, "secret.css"), "secret");
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await versions.request(path, { headers });
    return [reply.status, reply.headers.get("Cache-Control"), await reply.text()];
  };
  expect(await get("/assets/new.css")).toEqual([200, "immutable", "new"]);
  expect(await get("/assets/new.css", { "Accept-Encoding": "br" })).toEqual([200, "immutable", "packed"]);
  expect(await get("/assets/old.css")).toEqual([200, "immutable", "old"]);
  expect(await get("/assets/none.css")).toEqual([404, null, "no such page"]);
  for (const outside of ["/assets/%2e%2e/%2e%2e/secret.css", "/assets/..%2f..%2fsecret.css"])
    expect((await get(outside))[0]).toBe(404);
  rmSync(root, { recursive: true });
});

describe("a script", () => {
  it("is sent in brotli, gzip, or uncompressed, with its type, as immutable", async () => {
    const brotli = await ask("home.js", { "Accept-Encoding": "gzip, deflate, br, zstd" });
    const gzip = await ask("home.js", { "Accept-Encoding": "gzip" });
    const plain = await ask("home.js", { "Accept-Encoding": "br;q=0, gzip;q=0" });
    for (const reply of [brotli, gzip, plain]) {
      expect(reply.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
      expect(reply.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(reply.headers.get("Vary")).toBe("Accept-Encoding");
    }
    expect([brotli, gzip, plain].map((reply) => reply.headers.get("Content-Encoding"))).toEqual(["br", "gzip", null]);
    expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(SCRIPT);
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(SCRIPT);
    expect(await plain.text()).toBe(SCRIPT);
    expect(new Set([brotli, gzip, plain].map((reply) => reply.headers.get("ETag"))).size).toBe(3);
  });

  it("is a 304 for the ETag of its encoding", async () => {
    const encoding = { "Accept-Encoding": "br" };
    const etag = (await ask("home.js", encoding)).headers.get("ETag") ?? "";
    const again = await ask("home.js", { ...encoding, "If-None-Match": `"other", W/${etag}` });
    expect([again.status, await again.text(), again.headers.get("ETag"), again.headers.get("Vary")]).toEqual([
      304,
      "",
      etag,
      "Accept-Encoding",
    ]);
    expect((await ask("home.js", { "If-None-Match": etag })).status).toBe(200);
  });

  it("answers HEAD like GET", async () => {
    const encoding = { "Accept-Encoding": "br" };
    const [head, get] = [await ask("home.js", encoding, "HEAD"), await ask("home.js", encoding)];
    expect(await head.text()).toBe("");
    for (const name of ["Content-Length", "Content-Encoding", "ETag", "Content-Type"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect(Number(get.headers.get("Content-Length"))).toBe((await bytesOf(get)).length);
  });

  it("supports ranges of its uncompressed bytes", async () => {
    const part = await ask("home.js", { "Accept-Encoding": "br", Range: "bytes=7-11" });
    expect([part.status, part.headers.get("Content-Encoding"), await part.text()]).toEqual([206, null, SCRIPT.slice(7, 12)]);
  });

  it("is not replaced in a cache by an invalid range's reply", async () => {
    const reply = await ask("home.js", { Range: "bytes=999999-" });
    expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([416, "no-store"]);
  });
});

it("pictures and tiny files are not compressed, and compressed files have no address", async () => {
  for (const path of ["tiny.js", "car.avif"]) {
    const reply = await ask(path, { "Accept-Encoding": "br" });
    expect([reply.status, reply.headers.get("Content-Encoding"), reply.headers.get("Vary")]).toEqual([200, null, null]);
  }
  expect((await ask("home.js.br")).status).toBe(404);
  expect((await ask("nothing.js")).status).toBe(404);
  expect((await ask("home.js", {}, "POST")).status).toBe(404);
});
