/** Where picture files lie: a folder of this machine, or a bucket that several machines share. */
import { join } from "node:path";
import type { Bucket, Env } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import type { FileStore } from "./file-store.server.ts";
import { folderStore } from "./media-folder.server.ts";

type Place = Pick<Env, "bucket" | "dataDir">;

export function mediaFolder(dataDir: string): string {
  return join(dataDir, "media");
}

export async function openFileStore({ bucket, dataDir }: Place): Promise<FileStore> {
  return bucket ? openBucket(bucket) : folderStore(mediaFolder(dataDir));
}

/**
 * The same for a shop, which goes on where the service is away: its pictures come back when that does.
 *
 * @throws EnvError where there is no such bucket, or these keys do not open it
 */
export async function connectFileStore(place: Place, log: Logger): Promise<{ files: FileStore; label: string }> {
  if (!place.bucket) return { files: await openFileStore(place), label: "folder" };
  const files = await openBucket(place.bucket);
  if (!(await files.check())) log.warn({ bucket: place.bucket.name }, "the bucket for pictures does not answer");
  return { files, label: `bucket ${place.bucket.name}` };
}

async function openBucket(bucket: Bucket) {
  const { bucketStore, withMemory } = await import("./media-bucket.server.ts");
  return withMemory(bucketStore(bucket));
}
