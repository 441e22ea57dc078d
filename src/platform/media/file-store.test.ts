/** The contract of every file store: folder, bucket, cached bucket and, if installed, OpenStack Swift. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeBucket } from "./bucket.fixture.ts";
import { copyNewFiles, type FileStore, findDifferences } from "./file-store.server.ts";
import { bucketStore, withMemory } from "./media-bucket.server.ts";
import { folderStore } from "./media-folder.server.ts";
import { createMedia } from "./media.server.ts";
import { hasSwift, startSwift } from "./swift.fixture.ts";

type Opened = { readonly store: FileStore; close(): Promise<void> };
const PLACES: Record<string, (folder: string) => Promise<Opened>> = {
  "a folder": async (folder) => ({ store: folderStore(join(folder, "media")), close: async () => undefined }),
  "a bucket": async () => {
    const { bucket, close } = await startFakeBucket();
    return { store: withMemory(bucketStore(bucket)), close };
  },
  "OpenStack Swift": async () => {
    const { bucket, close } = await startSwift();
    return { store: withMemory(bucketStore(bucket)), close };
  },
};
if (!hasSwift()) {
  delete PLACES["OpenStack Swift"];
  process.stdout.write("No OpenStack Swift here: `npm run storage` installs it as root and asks it the same.\n");
}

describe.each(Object.keys(PLACES))("%s", (name) => {
  let folder: string;
  let opened: Opened;
  let store: FileStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "concours-files-"));
    const open = PLACES[name];
    if (!open) throw new Error(`There is no ${name}`);
    opened = await open(folder);
    store = opened.store;
  }, 60_000);
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("returns written files, and no others", async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 251));
    await store.write("a-1.avif", bytes);
    await store.write("a-1.avif", bytes);
    await store.write("empty-1.jpg", Buffer.alloc(0));
    expect((await store.read("a-1.avif"))?.equals(bytes)).toBe(true);
    expect(await store.read("empty-1.jpg")).toEqual(Buffer.alloc(0));
    expect([await store.has("a-1.avif"), await store.has("b-1.avif"), await store.read("b-1.avif")]).toEqual([
      true,
      false,
      undefined,
    ]);
    await store.remove("a-1.avif");
    await store.remove("a-1.avif");
    expect([await store.has("a-1.avif"), await store.read("a-1.avif")]).toEqual([false, undefined]);
    await store.remove("empty-1.jpg");
  });

  it("lists files by suffix, with their modification time", async () => {
    const before = Date.now();
    await Promise.all(["one.json", "one-2.jpg", "two.json"].map((each) => store.write(each, Buffer.from(each))));
    const found = await store.list(".json");
    expect(found.map((file) => file.name).sort()).toEqual(["one.json", "two.json"]);
    // Some services store whole seconds.
    for (const { writtenAt } of found) expect(Math.abs(writtenAt.getTime() - before)).toBeLessThan(60_000);
    await writeFile(join(folder, "elsewhere"), "taken");
    await store.take("three-1.jpg", join(folder, "elsewhere"));
    expect((await store.read("three-1.jpg"))?.toString()).toBe("taken");
    await Promise.all((await store.list("")).map((file) => store.remove(file.name)));
    expect(await store.list("")).toEqual([]);
  });

  it("stores pictures, copies them unchanged, and sweeps files that belong to none", async () => {
    const media = createMedia(store);
    const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const stored = await media.store(bytes);
    if (!stored.ok) throw new Error(stored.error);
    const { url } = stored.value;
    expect(await media.find(url)).toEqual(stored.value);
    expect((await media.list()).map((each) => each.url)).toEqual([url]);
    expect((await media.open(`${url.slice(7)}-480.avif`))?.type).toBe("image/avif");
    expect(Object.keys((await media.hashes(url)) ?? {})).toHaveLength(6);

    const other = folderStore(join(folder, "moved"));
    expect(await copyNewFiles(store, other)).toBe(7);
    expect(await copyNewFiles(store, other)).toBe(0);
    expect(await findDifferences(store, other)).toEqual([]);
    await media.remove(url);
    expect([await media.find(url), await store.list("")]).toEqual([undefined, []]);
    expect(await copyNewFiles(other, store)).toBe(7);
    expect(await media.find(url)).toEqual(stored.value);
    await other.write(`${url.slice(7)}-480.avif`, Buffer.from("another"));
    expect(await findDifferences(store, other)).toEqual([`${url.slice(7)}-480.avif`]);

    // A removal that a crash interrupted, and an unrelated file.
    await store.remove(`${url.slice(7)}.json`);
    await store.write("notes.txt", Buffer.from("of somebody else"));
    await media.tidy(new Date(Date.now() + 60_000));
    expect((await store.list("")).map((file) => file.name)).toEqual(["notes.txt"]);
  });
});
