import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { iconPng, iconSvg, isIcon, mailMark } from "#platform/brand/brand-pictures.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { brandCss } from "#shared/brand/brand-css.ts";
import { type Brand, isTypeface } from "#shared/brand/brand.ts";
import { matchesEtag } from "#shared/etag.ts";
import { tagOf } from "./files.ts";

type Made = { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string };

const PNG = "image/png";

/** Each file is made once for a version of the brand, at the first request. */
export function brandFiles(ctx: Pick<Ctx, "brand" | "messages">): Hono {
  const app = new Hono();
  let version = -1;
  let kept = new Map<string, Promise<Made>>();
  const serve = (path: string, type: string, make: (name: string) => Promise<string | Buffer> | string | undefined) =>
    app.get(path, async (c, next) => {
      if (version !== ctx.brand.version) kept = new Map();
      version = ctx.brand.version;
      const content = kept.get(c.req.path) === undefined ? make(c.req.path) : undefined;
      if (content !== undefined) kept.set(c.req.path, wrap(type, content));
      const made = await kept.get(c.req.path);
      if (!made) return next();
      const headers = { "Cache-Control": "public, max-age=3600", ETag: made.etag };
      if (matchesEtag(c.req.header("If-None-Match"), made.etag)) return c.body(null, 304, headers);
      return c.body(made.bytes, 200, { ...headers, "Content-Type": made.type });
    });
  serve("/favicon.svg", "image/svg+xml", () => iconSvg(ctx.brand.current, "favicon"));
  serve("/icons/:file{[a-z0-9-]+\\.png}", PNG, (path) => {
    const name = path.slice("/icons/".length, -".png".length);
    return isIcon(name) ? iconPng(ctx.brand.current, name) : undefined;
  });
  serve("/brand.css", "text/css; charset=utf-8", () => brandCss(ctx.brand.current));
  serve("/brand/:file{[a-z-]+\\.woff2}", "font/woff2", (path) => typefaceFile(path.slice("/brand/".length, -".woff2".length)));
  serve("/brand/logo.png", PNG, () => logoOf(ctx.brand.current.logo));
  serve("/brand/logo-on-dark.png", PNG, () => logoOf(ctx.brand.choice.logo));
  serve("/brand/logo-on-light.png", PNG, () => logoOf(ctx.brand.choice.logoOnLight));
  serve("/mail/logo.png", PNG, () => mailMark(ctx.brand.current));
  serve("/site.webmanifest", "application/manifest+json", () => manifest(ctx));
  return app;
}

async function wrap(type: string, content: Promise<string | Buffer> | string): Promise<Made> {
  const bytes = new Uint8Array(Buffer.from(await content));
  return { type, bytes, etag: `"${tagOf(bytes)}"` };
}

/** The files of each typeface with the variable axes that the design uses. */
const CUTS = { "mona-sans": "wdth", archivo: "wdth", inter: "opsz", fraunces: "opsz" } as const;

function typefaceFile(name: string): Promise<Buffer> | undefined {
  const [, typeface = "", part] = /^(.+?)-(latin(?:-ext)?)$/.exec(name) ?? [];
  if (!isTypeface(typeface)) return undefined;
  const file = `@fontsource-variable/${typeface}/files/${typeface}-${part}-${CUTS[typeface]}-normal.woff2`;
  return readFile(new URL(import.meta.resolve(file)));
}

function logoOf(logo: Brand["logo"]): Promise<Buffer> | undefined {
  return logo && Promise.resolve(Buffer.from(logo.png, "base64"));
}

function manifest({ brand, messages }: Pick<Ctx, "brand" | "messages">): string {
  const { name, colours } = brand.current;
  const icon = (file: string, size: number, purpose?: "maskable") => ({
    src: `/icons/${file}-${size}.png`,
    sizes: `${size}x${size}`,
    type: PNG,
    ...(purpose && { purpose }),
  });
  return JSON.stringify({
    name,
    short_name: name,
    description: messages.en.getFixedT(null, "lottery")("share.promise"),
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: colours.ground,
    theme_color: colours.ground,
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      icon("icon", 192),
      icon("icon", 512),
      icon("maskable", 192, "maskable"),
      icon("maskable", 512, "maskable"),
    ],
  });
}
