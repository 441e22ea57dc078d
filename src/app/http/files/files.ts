import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { matchesEtag } from "#shared/etag.ts";
import { chooseEncoding, ENCODINGS, type Encoding } from "./encoding.ts";

/** The suffixes of `scripts/compress-assets.ts`. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const satisfies Record<Encoding, string>;

type Variant = { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string };
type BuiltFile = {
  readonly type: string;
  readonly plain: Variant;
  readonly encodings: readonly Encoding[];
  readonly encoded: Partial<Record<Encoding, Variant>>;
};

/** Serves the files of one folder, and passes on other paths. `policy` is the `Cache-Control` of a reply. */
export type BuiltFiles = (policy: string) => MiddlewareHandler;

/** @param folder read once. If it does not exist (Vite serves in development), nothing is served */
export function readBuiltFiles(folder: string): BuiltFiles {
  const files = readFiles(folder);
  const parts = files.size > 0 ? serveStatic({ root: folder }) : undefined;
  return (policy) => async (c, next) => {
    const file = files.get(c.req.path);
    if (!file || (c.req.method !== "GET" && c.req.method !== "HEAD")) return next();
    // Ranges refer to the uncompressed bytes.
    if (parts && c.req.header("Range") !== undefined) {
      const reply = await parts(c, next);
      // A refused range must not be cached in the file's place.
      if (reply instanceof Response) reply.headers.set("Cache-Control", reply.ok ? policy : "no-store");
      return reply;
    }
    const encoding = file.encodings.length > 0 ? chooseEncoding(c.req.header("Accept-Encoding"), file.encodings) : undefined;
    const { bytes, etag } = (encoding && file.encoded[encoding]) ?? file.plain;
    const headers: Record<string, string> = { "Cache-Control": policy, ETag: etag };
    if (file.encodings.length > 0) headers.Vary = "Accept-Encoding";
    if (matchesEtag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    headers["Content-Type"] = file.type;
    headers["Content-Length"] = String(bytes.length);
    if (encoding) headers["Content-Encoding"] = encoding;
    return c.req.method === "HEAD" ? c.body(null, 200, headers) : c.body(bytes, 200, headers);
  };
}

/** Serves other versions' files from the disk: the next one's while deploying, former ones for open pages. */
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

/** Each encoding has its own ETag, since a strong one promises the same bytes. */
function variant(path: string): Variant {
  const bytes = new Uint8Array(readFileSync(path));
  return { bytes, etag: `"${tagOf(bytes)}"` };
}
