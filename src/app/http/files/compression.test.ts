import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed } from "./compression.ts";

const TEXT = "<p>Chaque tirage est vérifiable.</p>".repeat(400);
const request = (encoding?: string, method = "GET") =>
  new Request("http://shop.example/", { method, headers: encoding === undefined ? {} : { "Accept-Encoding": encoding } });
const page = (body: string | null = TEXT, headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

describe("a page", () => {
  it("is sent in zstd, brotli, gzip, or uncompressed", async () => {
    const zstd = await compressed(request("gzip, deflate, br, zstd"), page());
    expect(zstd.headers.get("Content-Encoding")).toBe("zstd");
    expect(zstdDecompressSync(await bytesOf(zstd)).toString()).toBe(TEXT);

    const brotli = await compressed(request("gzip, deflate, br"), page());
    expect(brotli.headers.get("Content-Encoding")).toBe("br");
    expect(brotli.headers.get("Vary")).toBe("Accept-Encoding");
    expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(TEXT);

    const gzip = await compressed(request("gzip;q=0.5, br;q=0"), page());
    expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(TEXT);

    for (const asked of [undefined, "identity", "br;q=0, gzip;q=0"]) {
      const plain = await compressed(request(asked), page());
      expect(plain.headers.get("Content-Encoding")).toBeNull();
      expect(plain.headers.get("Vary")).toBe("Accept-Encoding");
      expect(await plain.text()).toBe(TEXT);
    }
  });

  it.each([
    ["whole", TEXT],
    ["made meanwhile", TEXT.repeat(30)],
  ])("takes no more than 256 kB for the window of what is %s", async (_name, text) => {
    const brotli = await bytesOf(await compressed(request("br"), page(text)));
    // RFC 7932, 9.1: a one, then three bits to which 17 are added.
    expect([(brotli[0] ?? 0) & 1, 17 + (((brotli[0] ?? 0) >> 1) & 7)]).toEqual([1, 18]);
    expect(brotliDecompressSync(brotli).toString()).toBe(text);

    const zstd = await bytesOf(await compressed(request("zstd"), page(text)));
    expect(zstdDecompressSync(zstd).toString()).toBe(text);
    // RFC 8878, 3.1.1.1: a single segment has its content's size; else the window is 2 to the power of 10 and
    // the upper five bits.
    const isSingle = ((zstd[4] ?? 0) & 0x20) !== 0;
    expect(isSingle ? text.length : 2 ** (10 + ((zstd[5] ?? 0) >> 3))).toBeLessThanOrEqual(256 * 1024);
  });

  it("written in a few turns is compressed at once", async () => {
    const parts = ["<html>", TEXT, "<p>é</p>".repeat(2000), "</html>"];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for (const part of parts) {
          controller.enqueue(new Uint8Array(Buffer.from(part)));
          await new Promise((resolve) => setImmediate(resolve));
        }
        controller.close();
      },
    });
    const reply = await compressed(request("zstd"), new Response(body, { headers: { "Content-Type": "text/html" } }));
    const reader = reply.body?.getReader();
    const all = (await reader?.read())?.value ?? new Uint8Array();
    expect(zstdDecompressSync(all).toString()).toBe(parts.join(""));
    expect((await reader?.read())?.done).toBe(true);
  });

  it.each(["zstd", "br", "gzip"])("longer than 256 kB goes out in parts, all of it, in %s", async (encoding) => {
    const reply = await compressed(request(encoding), page(TEXT.repeat(100)));
    const all = await bytesOf(reply);
    const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }[encoding];
    expect(unpack?.(all).toString()).toBe(TEXT.repeat(100));
  });

  it("keeps its status and headers; its length goes, and a strong tag gets weak", async () => {
    const reply = await compressed(
      request("br"),
      page(TEXT, { ETag: '"a"', "Content-Length": String(TEXT.length), "Set-Cookie": "lang=fr" }, 404),
    );
    expect(reply.status).toBe(404);
    expect(reply.headers.get("Set-Cookie")).toBe("lang=fr");
    expect(reply.headers.get("Content-Length")).toBeNull();
    expect(reply.headers.get("ETag")).toBe('W/"a"');
  });

  it.each([
    ["zstd", createZstdDecompress],
    ["br", createBrotliDecompress],
    ["gzip", createGunzip],
  ])("is sent on while it is being made, in %s", async (encoding, createDecoder) => {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array(Buffer.from(TEXT)));
        finish = () => controller.close();
      },
    });
    const reply = await compressed(request(encoding), new Response(body, { headers: { "Content-Type": "text/html" } }));
    const decoder = createDecoder();
    let read = "";
    decoder.on("data", (chunk: Buffer) => (read += chunk.toString()));
    const reader = reply.body?.getReader();
    // The page cannot end before all of this has arrived.
    while (read.length < TEXT.length) {
      const part = await reader?.read();
      await new Promise((resolve) => decoder.write(part?.value, resolve));
    }
    expect(read.startsWith(TEXT.slice(0, 30))).toBe(true);
    finish();
    expect(await reader?.read().then(async (last) => last.done || (await reader.read()).done)).toBe(true);
  });

  it("that breaks off is not sent as complete", async () => {
    let fail = () => {};
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array(Buffer.from(TEXT)));
        fail = () => controller.error(new Error("no database"));
      },
    });
    const reply = await compressed(request("zstd"), new Response(body, { headers: { "Content-Type": "text/html" } }));
    const whole = reply.text();
    fail();
    await expect(whole).rejects.toThrow("no database");
  });

  it("stops rendering when its reader has gone", async () => {
    let cancelled = () => {};
    const wasCancelled = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new Uint8Array(Buffer.from(TEXT))),
      cancel: () => cancelled(),
    });
    const reply = await compressed(request("gzip"), new Response(body, { headers: { "Content-Type": "text/html" } }));
    await reply.body?.cancel();
    await wasCancelled;
  });
});

describe("uncompressed replies", () => {
  it.each<[string, Response]>([
    ["a picture", page(TEXT, { "Content-Type": "image/avif" })],
    ["an event stream", page(TEXT, { "Content-Type": "text/event-stream" })],
    ["what is compressed already", page(TEXT, { "Content-Encoding": "zstd" })],
    ["what must not be changed", page(TEXT, { "Cache-Control": "private, no-transform" })],
    ["a part", page(TEXT, { "Content-Range": "bytes 0-1/2" }, 206)],
    ["a tiny body", page("<p>ok</p>")],
    ["a body that says it is tiny", page("ok", { "Content-Length": "2" })],
    ["a redirection", page(null, {}, 302)],
  ])("%s", async (_name, reply) => {
    const [before, text] = [reply.headers.get("Content-Encoding"), await reply.clone().text()];
    const after = await compressed(request("br, gzip"), reply);
    expect(after.headers.get("Content-Encoding")).toBe(before);
    expect(await after.text()).toBe(text);
  });

  it("HEAD has no body, and keeps Vary", async () => {
    const reply = await compressed(request("br", "HEAD"), page(null));
    expect([reply.headers.get("Vary"), reply.headers.get("Content-Encoding"), reply.body]).toEqual([
      "Accept-Encoding",
      null,
      null,
    ]);
  });
});
