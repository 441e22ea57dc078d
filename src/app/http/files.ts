import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { namesTag } from "#shared/etag.ts";
import { chooseEncoding, ENCODINGS, type Encoding } from "./encoding.ts";

/** Where `scripts/compress-assets.ts` puts a file's compressed twins. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const satisfies Record<Encoding, string>;

type Variant = { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string };
type BuiltFile = {
  readonly type: string;
  readonly plain: Variant;
  readonly encodings: readonly Encoding[];
  readonly encoded: Partial<Record<Encoding, Variant>>;
};

/** Answers for the files of one folder, and passes everything else on. `policy` is the `Cache-Control` of a reply. */
export type BuiltFiles = (policy: string) => MiddlewareHandler;

/** @param folder is read whole, once; where it does not exist (while developing, when Vite serves) nothing is answered for */
export function readBuiltFiles(folder: string): BuiltFiles {
  const files = readFiles(folder);
  const parts = files.size > 0 ? serveStatic({ root: folder }) : undefined;
  return (policy) => async (c, next) => {
    const file = files.get(c.req.path);
    if (!file || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
    // Parts are cut from the bytes as they are, never from compressed ones.
    if (parts && c.req.header("Range") !== undefined) {
      const reply = await parts(c, next);
      // A part that there is not is no file: kept in its place, nobody would get it for a year.
      if (reply instanceof Response) reply.headers.set("Cache-Control", reply.ok ? policy : "no-store");
      return reply;
    }
    const encoding = file.encodings.length > 0 ? chooseEncoding(c.req.header("Accept-Encoding"), file.encodings) : undefined;
    const { bytes, etag } = (encoding && file.encoded[encoding]) ?? file.plain;
    const headers: Record<string, string> = { "Cache-Control": policy, ETag: etag };
    if (file.encodings.length > 0) headers.Vary = "Accept-Encoding";
    if (namesTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    headers["Content-Type"] = file.type;
    headers["Content-Length"] = String(bytes.length);
    if (encoding) headers["Content-Encoding"] = encoding;
    return c.req.method === "HEAD" ? c.body(null, 200, headers) : c.body(bytes, 200, headers);
  };
}

/**
 * Answers for files of other versions: of the next one, which is laid down while this one runs, and of those before, which open pages still ask for.
 * From the disk, as seldom as that is; `next` where there is no such file either.
 */
export function readOtherFiles(folders: readonly string[], policy: string): MiddlewareHandler {
  const places = folders.map((root) => serveStatic({ root, precompressed: true }));
  return async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    for (const place of places) {
      const reply = await place(c, async () => undefined);
      if (!(reply instanceof Response)) continue;
      reply.headers.set("Cache-Control", reply.ok ? policy : "no-store");
      return reply;
    }
    return next();
  };
}

function readFiles(folder: string): Map<string, BuiltFile> {
  if (!existsSync(folder)) return new Map();
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const files = new Map<string, BuiltFile>();
  for (const path of paths) {
    if (Object.values(ENDINGS).some((ending) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)))) continue;
    const encodings = ENCODINGS.filter((encoding) => paths.has(path + ENDINGS[encoding]));
    files.set(`/${relative(folder, path)}`, {
      type: getMimeType(path) ?? "application/octet-stream",
      plain: variant(path),
      encodings,
      encoded: Object.fromEntries(encodings.map((encoding) => [encoding, variant(path + ENDINGS[encoding])])),
    });
  }
  return files;
}

export function tagOf(bytes: Uint8Array): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}

/** A tag for each of the twins: a strong one promises the same bytes. */
function variant(path: string): Variant {
  const bytes = new Uint8Array(readFileSync(path));
  return { bytes, etag: `"${tagOf(bytes)}"` };
}
