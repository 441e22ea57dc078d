import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startFakeBucket } from "#platform/media/bucket.fixture.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { mediaFolder } from "#platform/media/open-file-store.server.ts";

const ROOT = join(import.meta.dirname, "../../..");

function run(settings: Record<string, string>, ...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings }, timeout: 60_000 };
    const child = execFile(process.execPath, [join(ROOT, "src/app/cli/media-cli.ts"), ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

it("copies in both directions, compares, and refuses unknown arguments", { timeout: 60_000 }, async () => {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "concours-media-cli-"));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const fake = await startFakeBucket();
  undo.defer(() => fake.close());
  const { name, endpoint = "", keys } = fake.bucket;
  const settings = {
    DATA_DIR: dataDir,
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    S3_PATH_STYLE: "1",
    S3_ACCESS_KEY_ID: keys?.accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: keys?.secretAccessKey ?? "",
  };
  const folder = folderStore(mediaFolder(dataDir));
  await folder.write("a-1.avif", Buffer.from("one"));
  await folder.write("a.json", Buffer.from("{}"));

  expect(await run(settings, "copy", "bucket")).toMatchObject({
    code: 0,
    out: "2 files copied.\nBoth have the same pictures.\n",
  });
  await folder.remove("a-1.avif");
  expect(await run(settings, "compare")).toMatchObject({
    code: 1,
    out: "DIFFERENT a-1.avif\n1 files are missing or different.\n",
  });
  expect(await run(settings, "copy", "folder")).toMatchObject({ code: 0 });
  expect((await folder.read("a-1.avif"))?.toString()).toBe("one");
  expect(await run(settings, "copy", "elsewhere")).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
  expect(await run({ DATA_DIR: dataDir }, "compare")).toMatchObject({ code: 2, err: expect.stringContaining("S3_BUCKET") });
});
