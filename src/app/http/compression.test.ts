/** Replies are compressed where that is asked for and pays, and arrive while the page is still being made. */
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressed } from "./compression.ts";

const TEXT = "<p>Chaque tirage est vérifiable.</p>".repeat(400);
const request = (encoding?: string, method = "GET") =>
  new Request("http://shop.example/", { method, headers: encoding === undefined ? {} : { "Accept-Encoding": encoding } });
const page = (body: string | null = TEXT, headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

describe("a page", () => {
  it("goes out in brotli, in gzip, or as it is", async () => {
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

  it("takes no more than 256 kB for brotli's window", async () => {
    const [first = 0] = await bytesOf(await compressed(request("br"), page()));
    // RFC 7932, 9.1: a one, then three bits to which 17 are added.
    expect([first & 1, 17 + ((first >> 1) & 7)]).toEqual([1, 18]);
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

  it("is sent on while it is being made", async () => {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array(Buffer.from(TEXT)));
        finish = () => controller.close();
      },
    });
    const reply = await compressed(request("br"), new Response(body, { headers: { "Content-Type": "text/html" } }));
    const decoder = createBrotliDecompress();
    let read = "";
    decoder.on("data", (chunk: Buffer) => (read += chunk.toString()));
    const reader = reply.body?.getReader();
    // The page has not ended, and cannot before all of this has arrived.
    while (read.length < TEXT.length) {
      const part = await reader?.read();
      await new Promise((resolve) => decoder.write(part?.value, resolve));
    }
    expect(read.startsWith(TEXT.slice(0, 30))).toBe(true);
    finish();
    expect(await reader?.read().then(async (last) => last.done || (await reader.read()).done)).toBe(true);
  });

  it("is no longer made when its reader has gone", async () => {
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

describe("what is left as it is", () => {
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

  it("nothing is sent for HEAD, which still says what the reply depends on", async () => {
    const reply = await compressed(request("br", "HEAD"), page(null));
    expect([reply.headers.get("Vary"), reply.headers.get("Content-Encoding"), reply.body]).toEqual([
      "Accept-Encoding",
      null,
      null,
    ]);
  });
});
