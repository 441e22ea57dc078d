import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Picture } from "#shared/brand/picture.ts";
import { folderStore } from "./media-folder.server.ts";
import { serveMedia } from "./media-reply.server.ts";
import { createMedia, type Media } from "./media.server.ts";

const HTML = "<script>alert(document.domain)</script>";
let root: string;
let folder: string;
let media: Media;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "concours-media-"));
  folder = join(root, "media");
  media = createMedia(folderStore(folder));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A grey ramp with a red corner. */
async function drawn(width: number, height: number, red = { left: 0, top: 0 }) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.fill(Math.floor(((i % width) / width) * 255), i * 3, i * 3 + 3);
  const patch = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  return sharp(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  ).composite([{ input: patch, ...red }]);
}

async function stored(bytes: Uint8Array): Promise<Picture> {
  const result = await media.store(bytes);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** The JPEG with one more segment at its start: 0xfe is a comment, 0xe1 is XMP or Exif. */
function withSegment(jpeg: Buffer, marker: number, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** A PNG with this size in its header and hardly any data. */
function pngSaying(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

describe("a good picture", () => {
  it("is stored in every size up to its own, in three formats, with the declared dimensions", async () => {
    const picture = await stored(await (await drawn(1500, 940)).jpeg().toBuffer());
    expect(picture).toMatchObject({ width: 1500, height: 940, widths: [480, 800, 1200, 1500] });
    expect(picture.url).toMatch(/^\/media\/[0-9a-f]{32}$/);
    for (const width of picture.widths) {
      for (const [format, really] of [
        ["avif", "heif"],
        ["webp", "webp"],
        ["jpg", "jpeg"],
      ] as const) {
        const file = await media.open(`${picture.url.slice(7)}-${width}.${format}`);
        const seen = await sharp(file?.body).metadata();
        expect(seen).toMatchObject({ format: really, width });
        expect(seen.height).toBeCloseTo((width * 940) / 1500, -0.5);
      }
    }
  });

  it("is never enlarged, and never larger than 1920 by 4096", async () => {
    expect(await stored(await (await drawn(300, 200)).png().toBuffer())).toMatchObject({
      width: 300,
      height: 200,
      widths: [300],
    });
    expect(await stored(await (await drawn(2400, 1350)).webp().toBuffer())).toMatchObject({
      width: 1920,
      height: 1080,
      widths: [480, 800, 1200, 1600, 1920],
    });
    expect(await stored(await (await drawn(100, 8192)).png().toBuffer())).toMatchObject({
      width: 50,
      height: 4096,
      widths: [50],
    });
  });

  it("is turned upright and loses where, when and with what it was taken", async () => {
    const photo = await (
      await drawn(600, 400)
    )
      .withExif({ IFD0: { Make: "Somecamera", Copyright: "A. Person" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photo.includes("Somecamera")).toBe(true);
    const picture = await stored(photo);
    expect(picture).toMatchObject({ width: 400, height: 600 });
    for (const format of ["avif", "webp", "jpg"]) {
      const file = await media.open(`${picture.url.slice(7)}-400.${format}`);
      const seen = await sharp(file?.body).metadata();
      expect([seen.exif, seen.orientation, seen.icc]).toEqual([undefined, undefined, undefined]);
      // Orientation 6 is a quarter turn clockwise: the upper left corner comes to the upper right.
      const corner = await sharp(file?.body).extract({ left: 370, top: 10, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
      expect(corner[0]).toBeGreaterThan(180);
      expect(corner[1]).toBeLessThan(90);
    }
  });

  it("has a blurred placeholder that fits into the page", async () => {
    const photo = await readFile(join(import.meta.dirname, "../../../demo/pictures/corvane-c1-front.webp"));
    const { placeholder, widths } = await stored(photo);
    expect(widths).toEqual([480, 800, 1200, 1600]);
    expect(placeholder.length).toBeLessThan(700);
    const bytes = Buffer.from(placeholder.replace("data:image/webp;base64,", ""), "base64");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 20 });
  });

  it("keeps its transparency, or gets the page's background in formats without", async () => {
    const picture = await stored(
      await sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } } })
        .png()
        .toBuffer(),
    );
    const name = picture.url.slice(7);
    expect((await sharp((await media.open(`${name}-64.webp`))?.body).metadata()).hasAlpha).toBe(true);
    const [red = 255] = await sharp((await media.open(`${name}-64.jpg`))?.body)
      .raw()
      .toBuffer();
    expect(red).toBeLessThan(20);
  });

  it("is the same picture the second time, and is repaired if one of its files is missing", async () => {
    const bytes = await (await drawn(500, 320)).png().toBuffer();
    const first = await stored(bytes);
    const lost = join(folder, `${first.url.slice(7)}-500.webp`);
    const before = await stat(lost);
    expect(await stored(bytes)).toEqual(first);
    expect((await stat(lost)).mtimeMs).toBe(before.mtimeMs);
    await rm(lost);
    expect((await media.list()).map((each) => each.url)).not.toContain(first.url);
    expect(await stored(bytes)).toEqual(first);
    expect(existsSync(lost)).toBe(true);
  });

  it("is stored once for concurrent uploads, without leaving temporary files", async () => {
    const bytes = await (await drawn(520, 300)).png().toBuffer();
    const two = createMedia(folderStore(folder), { atOnce: 4 });
    const results = await Promise.all([media, two, media, two, two].map((each) => each.store(bytes)));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});

describe("a bad upload", () => {
  it.each([
    ["nothing", Buffer.alloc(0)],
    ["words", Buffer.from("not a picture at all")],
    [
      "HTML behind the first bytes of a JPEG",
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`<html>${HTML}</html>`)]),
    ],
    [
      "SVG",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${HTML}<rect width="40" height="40"/></svg>`),
    ],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>")],
    ["a PNG without its pixels", pngSaying(5000, 5000)],
  ])("of %s is not a picture", async (_, bytes) => {
    expect(await media.store(bytes)).toEqual({ ok: false, error: "not_a_picture" });
  });

  it.each(["gif", "tiff", "avif"] as const)("in the format %s is refused, though it is a picture", async (format) => {
    expect(await media.store(await (await drawn(60, 60)).toFormat(format).toBuffer())).toEqual({
      ok: false,
      error: "not_a_picture",
    });
  });

  it.each(["jpeg", "png", "webp"] as const)("of half a %s is refused", async (format) => {
    const whole = await (await drawn(600, 400)).toFormat(format).toBuffer();
    expect(await media.store(whole.subarray(0, Math.floor(whole.length / 2)))).toEqual({ ok: false, error: "not_a_picture" });
  });

  it("that would decompress to gigabytes is refused by its header, at once", async () => {
    const bomb = pngSaying(60_000, 60_000);
    expect(bomb.length).toBeLessThan(5_000);
    const before = process.cpuUsage();
    expect(await media.store(bomb)).toEqual({ ok: false, error: "too_many_pixels" });
    // A hundredth of what decoding the pixels would take.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });

  it("that is too large is refused unread", async () => {
    const bytes = await (await drawn(100, 100)).png().toBuffer();
    expect(await media.store(bytes, { maxBytes: bytes.length - 1 })).toEqual({ ok: false, error: "too_large" });
    expect((await media.store(bytes, { maxBytes: bytes.length })).ok).toBe(true);
  });
});

describe("a picture that carries something else", () => {
  const XMP = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><dc:title><html><b>GT3</b></dc:title> see <script src=x> %PDF-1.7</x:xmpmeta>`;
  const behind = (text: string) => (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from(text)]);
  it.each([
    ["markup in the title of its XMP", (jpeg: Buffer) => withSegment(jpeg, 0xe1, XMP)],
    ["a drawing program's SVG in its comment", (jpeg: Buffer) => withSegment(jpeg, 0xfe, '<svg width="1">')],
    ["a page in its comment", (jpeg: Buffer) => withSegment(jpeg, 0xfe, HTML)],
    ["PHP in its comment", (jpeg: Buffer) => withSegment(jpeg, 0xfe, "<?php system($_GET[0]); ?>")],
    ["a page after its end", behind("<!DOCTYPE html><p>")],
    ["a PDF after its end", behind("%PDF-1.7\n%%EOF")],
    ["an archive after its end", behind(`PK\x05\x06${"\0".repeat(18)}`)],
  ])("such as %s is taken, and only its pixels are stored", async (name, add) => {
    const jpeg = await (await drawn(480 + name.length, 300)).jpeg().toBuffer();
    const { url } = await stored(add(jpeg));
    const files = (await readdir(folder)).filter((file) => file.startsWith(url.slice(7)) && !file.endsWith(".json"));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const bytes = (await readFile(join(folder, file))).toString("latin1");
      for (const left of ["<html", "<script", "<svg", "<?php", "%PDF", "PK\x05\x06", "GT3"])
        expect(bytes.includes(left), file).toBe(false);
    }
  });
});

describe("the folder", () => {
  it("opens only names of its own making", async () => {
    const { url } = await stored(await (await drawn(70, 70)).png().toBuffer());
    const name = url.slice(7);
    expect(await media.open(`${name}-70.webp`)).toMatchObject({ type: "image/webp", etag: `${name}-70.webp` });
    for (const other of [
      `${name}.json`,
      `${name}-71.webp`,
      `../media/${name}-70.webp`,
      `${name}-70.webp/`,
      `%2e%2e/${name}-70.webp`,
      "",
      ".",
    ]) {
      expect(await media.open(other)).toBeUndefined();
    }
  });

  it("lists a picture until it is removed, and removes it with all its files", async () => {
    const { url } = await stored(await (await drawn(600, 70)).png().toBuffer());
    const listed = (await media.list()).find((each) => each.url === url);
    expect(Math.abs(Date.now() - Number(listed?.storedAt))).toBeLessThan(60_000);
    await media.remove(url);
    await media.remove(url);
    await media.remove("/media/../../etc/passwd");
    expect((await readdir(folder)).filter((name) => name.startsWith(url.slice(7)))).toEqual([]);
    expect((await media.list()).map((each) => each.url)).not.toContain(url);
  });

  it("imports another folder's complete pictures, once", async () => {
    const [whole, torn] = await Promise.all([drawn(90, 60), drawn(60, 90)].map(async (each) => (await each).png().toBuffer()));
    const from = createMedia(folderStore(join(root, "encoded")));
    const first = await from.store(whole ?? Buffer.alloc(0));
    await from.store(torn ?? Buffer.alloc(0));
    const tornFile = (await readdir(join(root, "encoded"))).find((name) => name.endsWith("-60.avif"));
    await rm(join(root, "encoded", tornFile ?? ""));

    const into = createMedia(folderStore(join(root, "adopting")));
    expect(await into.adopt(join(root, "encoded"))).toBe(1);
    expect(await into.adopt(join(root, "encoded"))).toBe(0);
    expect(await into.adopt(join(root, "nowhere"))).toBe(0);
    expect((await into.list()).map((each) => each.url)).toEqual([first.ok && first.value.url]);
    await rm(join(root, "encoded"), { recursive: true });
    await mkdir(join(root, "encoded"));
    expect(await into.store(whole ?? Buffer.alloc(0))).toEqual(first);
  });
});

describe("the reply", () => {
  const ask = (path: string, init?: RequestInit) => serveMedia(media, new Request(`http://shop.test${path}`, init));

  it("is immutable, typed, and cannot run scripts", async () => {
    const { url } = await stored(await (await drawn(80, 50)).png().toBuffer());
    const reply = await ask(`${url}-80.avif`);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toEqual({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String((await stat(join(folder, `${url.slice(7)}-80.avif`))).size),
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/avif",
      "cross-origin-resource-policy": "cross-origin",
      etag: `"${url.slice(7)}-80.avif"`,
      "x-content-type-options": "nosniff",
    });
    expect(await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).toMatchObject({ width: 80, height: 50 });
  });

  it("is cached for minutes only if it shows a person", async () => {
    const { url } = await stored(await (await drawn(80, 50)).png().toBuffer());
    const photo = url.replace("/media/", "/media/winner-photos/");
    const policyOf = async () => {
      const reply = await ask(`${photo}-80.webp`);
      return [reply.status, reply.headers.get("cache-control")];
    };
    expect(await policyOf()).toEqual([200, "public, max-age=300"]);
    // Under other addresses a cache would keep it after its removal.
    for (const made of ["/media/a/", "/media/winner-photos/a/", "/media//"])
      expect((await ask(`${url.replace("/media/", made)}-80.webp`)).status).toBe(404);
    await media.remove(url);
    expect(await policyOf()).toEqual([404, "no-store"]);
  });

  it("serves a person's photo at its own address only, independently of others with the same bytes", async () => {
    const bytes = await (await drawn(80, 50, { left: 20, top: 5 })).png().toBuffer();
    const [photo, picture] = [await media.store(bytes, { isOfPerson: true }), await stored(bytes)];
    if (!photo.ok) throw new Error(photo.error);
    const { url } = photo.value;
    const reply = await ask(`${url.replace("/media/", "/media/winner-photos/")}-80.webp`);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    const bare = await ask(`${url}-80.webp`);
    expect([bare.status, bare.headers.get("cache-control")]).toEqual([404, "no-store"]);
    await media.remove(url);
    expect(await media.find(picture.url)).toBeDefined();
    expect((await ask(`${picture.url}-80.webp`)).headers.get("cache-control")).toContain("immutable");
  });

  it("has no body for HEAD and 304, and refuses unknown names and other methods", async () => {
    const { url } = await stored(await (await drawn(80, 50)).png().toBuffer());
    const etag = (await ask(`${url}-80.jpg`)).headers.get("etag") ?? "";
    const known = await ask(`${url}-80.jpg`, { headers: { "If-None-Match": `"other", W/${etag}` } });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await ask(`${url}-80.jpg`, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    const head = await ask(`${url}-80.jpg`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    for (const path of [url, `${url}-81.jpg`, `${url}.json`, "/media/", "/media/..%2f..%2fpackage.json"]) {
      const none = await ask(path);
      expect([none.status, none.headers.get("cache-control")]).toEqual([404, "no-store"]);
    }
    expect((await ask(`${url}-80.jpg`, { method: "DELETE" })).status).toBe(405);
  });
});
