import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EnvError } from "../env/env.server.ts";
import { createLog } from "../log.server.ts";
import { type FakeBucket, type Fault, startFakeBucket } from "./bucket.fixture.ts";
import { type BucketStore, bucketStore, withMemory } from "./media-bucket.server.ts";
import { serveMedia } from "./media-reply.server.ts";
import { createMedia } from "./media.server.ts";
import { connectFileStore } from "./open-file-store.server.ts";

const log = createLog("fatal");
let fake: FakeBucket;
let store: BucketStore;
beforeEach(async () => {
  fake = await startFakeBucket();
  store = bucketStore(fake.bucket, { answerMs: 2_000 });
});
afterEach(() => fake.close());

/** Applies `fault` to the first `count` calls of one method. */
function first(count: number, method: string, fault: Fault): FakeBucket["fault"] {
  let left = count;
  return (requested) => (requested === method && left-- > 0 ? fault : undefined);
}

const picture = () =>
  sharp({ create: { width: 480, height: 270, channels: 3, background: "#654321" } })
    .png()
    .toBuffer();

describe("failed requests", () => {
  it.each([
    ["GET", "busy"],
    ["GET", "cut"],
    ["GET", "silent"],
    ["PUT", "busy"],
    ["PUT", "cut"],
  ] as const)("%s, %s", async (method, fault) => {
    await store.write("a-1.avif", Buffer.from("whole"));
    fake.fault = first(1, method, fault);
    if (method === "PUT") await store.write("a-1.avif", Buffer.from("whole"));
    expect((await store.read("a-1.avif"))?.toString()).toBe("whole");
  });
});

it("a truncated body counts as a failure, and every request has a timeout", async () => {
  await store.write("a-1.avif", Buffer.from("whole"));
  for (const fault of ["cut", "busy", "refuse"] as const) {
    fake.fault = () => fault;
    await expect(store.read("a-1.avif")).rejects.toThrow();
  }
  fake.fault = () => "silent";
  await expect(bucketStore(fake.bucket, { answerMs: 100 }).read("a-1.avif")).rejects.toThrow(/timed? ?out/i);
  fake.fault = () => "refuse";
  await expect(store.has("a-1.avif")).rejects.toThrow();
  await expect(store.list("")).rejects.toThrow();
});

it("a picture with a missing file does not exist, and its other files are swept", async () => {
  const media = createMedia(store);
  fake.fault = (method, name) => (method === "PUT" && name.endsWith("480.webp") ? "refuse" : undefined);
  await expect(media.store(await picture())).rejects.toThrow();
  expect(await media.list()).toEqual([]);
  fake.fault = () => undefined;
  await media.tidy(new Date(Date.now() + 60_000));
  expect([...fake.objects]).toEqual([]);
});

it("concurrent reads of a picture are one call, later ones none; a removed picture is gone", async () => {
  const files = withMemory(bucketStore(fake.bucket));
  await files.write("a-1.avif", Buffer.from("whole"));
  fake.fault = () => "late";
  const crowd = () => Promise.all(Array.from({ length: 200 }, () => files.read("a-1.avif")));
  expect(new Set((await crowd()).map(String))).toEqual(new Set(["whole"]));
  await crowd();
  expect(fake.requests.filter((call) => call === "GET a-1.avif")).toHaveLength(1);
  await files.remove("a-1.avif");
  expect(await files.read("a-1.avif")).toBeUndefined();
});

it("limits the cache in memory", async () => {
  const files = withMemory(store, 100);
  for (const name of ["a", "b"]) await files.write(name, Buffer.alloc(80, name));
  for (const name of ["a", "b", "a"]) await files.read(name);
  expect(fake.requests.filter((call) => call === "GET a")).toHaveLength(2);
});

it("lists more than one page", async () => {
  for (let i = 0; i < 1001; i++) fake.objects.set(`${i}.json`, { body: Buffer.from("{}"), type: undefined, at: new Date() });
  expect(await store.list(".json")).toHaveLength(1001);
});

it("sets the content type, for buckets that are public", async () => {
  const media = createMedia(store);
  const stored = await media.store(await picture());
  if (!stored.ok) throw new Error(stored.error);
  expect(fake.objects.get(`${stored.value.url.slice(7)}-480.webp`)?.type).toBe("image/webp");
});

describe("a visitor", () => {
  const ask = () => serveMedia(createMedia(store), new Request(`http://shop.test/media/${"0".repeat(32)}-480.avif`));

  it("gets an uncached 503 while the bucket is unavailable", async () => {
    fake.fault = () => "refuse";
    const reply = await ask();
    expect([reply.status, reply.headers.get("Cache-Control"), reply.headers.get("Retry-After")]).toEqual([503, "no-store", "5"]);
  });

  it("gets a 404 for a missing picture", async () => {
    expect((await ask()).status).toBe(404);
  });
});

describe("a shop that starts", () => {
  const start = (bucket = fake.bucket) => connectFileStore({ bucket, dataDir: "/nowhere" }, log);

  it("names its bucket", async () => {
    expect((await start()).label).toBe("bucket pictures");
  });

  it("refuses a missing bucket, and wrong keys", async () => {
    await expect(start({ ...fake.bucket, name: "none" })).rejects.toThrow(/there is no bucket "none"/);
    fake.fault = () => "refuse";
    await expect(start()).rejects.toThrow(EnvError);
  });

  it("starts while the bucket is unavailable", async () => {
    fake.fault = () => "busy";
    const { files } = await start();
    fake.fault = () => undefined;
    expect(await files.list("")).toEqual([]);
  });
});
