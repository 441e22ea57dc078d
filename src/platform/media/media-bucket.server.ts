/** Pictures in an S3 bucket, with a memory cache. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ */
import { readFile } from "node:fs/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { LRUCache } from "lru-cache";
import { type Bucket, EnvError } from "../env/env.server.ts";
import { CARD, type FileStore } from "./file-store.server.ts";
import { cachePolicy } from "./media-reply.server.ts";
import { contentType } from "./media.server.ts";

const CONNECT_MS = 3_000;
const ANSWER_MS = 10_000;
const TRIES = 3;
/** Enough for a few hundred pictures in displayed sizes. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** How long files removed by another process may still be served. */
const CACHED_MS = 600_000;

type Timeouts = { readonly connectMs?: number; readonly answerMs?: number };

/** The files in a bucket. Objects with other names than pictures' are ignored. */
export type BucketStore = FileStore & {
  /** Whether the service answers. @throws EnvError for a missing bucket or wrong keys */
  check(): Promise<boolean>;
};

/** The files in a bucket, without a cache. */
export function bucketStore(
  { name: Bucket, keys, endpoint, region, pathStyle }: Bucket,
  { connectMs = CONNECT_MS, answerMs = ANSWER_MS }: Timeouts = {},
): BucketStore {
  const s3 = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    // Some services lack the newer checksums. The length reveals a truncated body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
  });

  const store: BucketStore = {
    async write(Key, Body) {
      const about = { ContentType: contentType(Key), ...(Key.endsWith(CARD) ? {} : { CacheControl: cachePolicy(Key) }) };
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ...about }));
    },

    async read(Key) {
      for (let triesLeft = TRIES; ; triesLeft--) {
        try {
          const { Body, ContentLength } = await s3.send(new GetObjectCommand({ Bucket, Key }));
          const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
          if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error(`${Key} is incomplete`);
          return bytes;
        } catch (error) {
          if (isMissing(error)) return undefined;
          // The library retries requests, but not the reading of bodies.
          if (error instanceof S3ServiceException || triesLeft <= 1) throw error;
        }
      }
    },

    async has(Key) {
      try {
        await s3.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async remove(Key) {
      await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    },

    async list(suffix) {
      const files: { name: string; writtenAt: Date }[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket }))
        for (const { Key = "", LastModified } of Contents)
          if (Key.endsWith(suffix) && LastModified) files.push({ name: Key, writtenAt: LastModified });
      return files;
    },

    take: async (name, path) => store.write(name, await readFile(path)),

    async check() {
      try {
        await s3.send(new HeadBucketCommand({ Bucket }));
        return true;
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        if (status === 404) throw new EnvError(`S3_BUCKET: there is no bucket "${Bucket}" at ${endpoint ?? "Amazon S3"}.`);
        if (status !== undefined && status >= 300 && status < 500)
          throw new EnvError(
            `S3_BUCKET: "${Bucket}" cannot be opened (HTTP ${status}). Check S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
          );
        return false;
      }
    },
  };
  return store;
}

/** Adds an LRU cache in memory, and merges concurrent reads of one file. */
export function withMemory<S extends FileStore>(store: S, maxBytes = CACHED_BYTES): S {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
    ttl: CACHED_MS,
    fetchMethod: (name) => store.read(name),
  });
  return {
    ...store,
    // The bucket itself always decides whether a picture is complete.
    read: (name) => (name.endsWith(CARD) ? store.read(name) : cache.fetch(name)),
    async remove(name) {
      cache.delete(name);
      await store.remove(name);
      cache.delete(name);
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name);
}
