/** Opens the store of picture files: a local folder, or a bucket shared by several machines. */
import { join } from "node:path";
import type { Bucket, Env } from "../env/env.server.ts";
import type { Logger } from "../log.server.ts";
import type { FileStore } from "./file-store.server.ts";
import { folderStore } from "./media-folder.server.ts";

type Place = Pick<Env, "bucket" | "dataDir">;

/** The folder of pictures within the data folder. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, "media");
}

/** The configured store. */
export async function openFileStore({ bucket, dataDir }: Place): Promise<FileStore> {
  return bucket ? openBucket(bucket) : folderStore(mediaFolder(dataDir));
}

/**
 * The configured store for a shop, even while the service is down. EnvError for a missing bucket or wrong
 * keys.
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
