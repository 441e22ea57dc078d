/** Settings of the bucket for pictures that several machines share. */
import { isLoopback } from "./env-formats.server.ts";
import type { Vars } from "./env-schema.server.ts";

/** `endpoint`: undefined for Amazon's own. `keys`: undefined if the machine's role grants access. */
export type Bucket = {
  readonly name: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** Whether the bucket's name is in the path instead of the host name. */
  readonly pathStyle: boolean;
};

type BucketVars = Pick<
  Vars,
  "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_PATH_STYLE"
>;

/** One sentence for each missing setting, if some of them are set. */
export function findBucketGaps({ S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: BucketVars): string[] {
  const gaps: string[] = [];
  if (!S3_BUCKET && (S3_ENDPOINT || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY))
    gaps.push("S3_BUCKET: missing, though other settings of the bucket for pictures are there");
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) gaps.push("S3_SECRET_ACCESS_KEY: missing beside S3_ACCESS_KEY_ID");
  if (!S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) gaps.push("S3_ACCESS_KEY_ID: missing beside S3_SECRET_ACCESS_KEY");
  return gaps;
}

/** The bucket; undefined if pictures are stored in the data folder. */
export function bucketOf(vars: BucketVars): Bucket | undefined {
  if (!vars.S3_BUCKET) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = vars;
  return {
    name: vars.S3_BUCKET,
    endpoint: vars.S3_ENDPOINT,
    region: vars.S3_REGION,
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    pathStyle: vars.S3_PATH_STYLE,
  };
}

/**
 * Whether the bucket is reached without TLS over a network. Pictures are public, but an eavesdropper could
 * write with the keys.
 */
export function isPlainBucket({ S3_ENDPOINT }: Pick<Vars, "S3_ENDPOINT">): boolean {
  return S3_ENDPOINT !== undefined && !S3_ENDPOINT.startsWith("https:") && !isLoopback(new URL(S3_ENDPOINT).hostname);
}
