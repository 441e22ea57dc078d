import sharp from "sharp";
import { expect, it } from "vitest";
import { drawLogo } from "#platform/brand/brand-pictures.server.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { brandCss, typefaceAddress } from "#shared/brand/brand-css.ts";
import { type BrandLogo, DEMO_BRAND, TYPEFACES } from "#shared/brand/brand.ts";
import { brandFiles } from "./brand-files.ts";

const messages = readMessages(messagesFolder());

/** The files of a brand with this logo, and the version in their addresses. */
function filesWith(logo: BrandLogo | undefined, version: number) {
  const current = { ...DEMO_BRAND, logo };
  return brandFiles({ brand: { current, version }, messages } as unknown as Parameters<typeof brandFiles>[0]);
}

async function logoOf(width: number, height: number): Promise<BrandLogo> {
  const png = await sharp({ create: { width, height, channels: 4, background: "#ff8000" } })
    .png()
    .toBuffer();
  const logo = await drawLogo(`data:image/png;base64,${png.toString("base64")}`);
  if (!logo) throw new Error("It was not drawn");
  return logo;
}

it("a logo is its own file, and replaces the mark on the shop's screens", async () => {
  const app = filesWith(await logoOf(720, 96), 1);
  const reply = await app.request("/brand/logo.png");
  expect(reply.headers.get("Content-Type")).toBe("image/png");
  expect(await sharp(await reply.arrayBuffer()).metadata()).toMatchObject({ width: 720, height: 96, format: "png" });
  const css = await (await app.request("/brand.css")).text();
  expect(css).toMatch(/@media screen\{html:root:not\(\.admin\)\{\.logo\{width:180px;.+left\/180px 24px no-repeat/);
});

it("a tall logo is no higher than the header allows", async () => {
  expect(await (await filesWith(await logoOf(100, 400), 1).request("/brand.css")).text()).toContain("left/8px 32px");
});

it("without a logo there is no such file, and the name is visible", async () => {
  const app = filesWith(undefined, 2);
  expect((await app.request("/brand/logo.png")).status).toBe(404);
  expect(await (await app.request("/brand.css")).text()).not.toContain(".logo");
});

it("every typeface has both subsets, and pages use the chosen one", async () => {
  const app = filesWith(undefined, 3);
  for (const typeface of TYPEFACES)
    for (const part of ["latin", "latin-ext"] as const) {
      const reply = await app.request(typefaceAddress(typeface, part));
      expect([typeface, part, reply.headers.get("Content-Type")]).toEqual([typeface, part, "font/woff2"]);
      expect(Buffer.from(await reply.arrayBuffer()).toString("latin1", 0, 4)).toBe("wOF2");
    }
  for (const none of ["/brand/comic-latin.woff2", "/brand/inter-greek.woff2", "/brand/..-latin.woff2"])
    expect((await app.request(none)).status).toBe(404);
  expect(brandCss(DEMO_BRAND)).not.toContain("@font-face");
  expect(brandCss({ ...DEMO_BRAND, typeface: "fraunces" })).toMatch(
    /@font-face.+brand\/fraunces-latin\.woff2.+--font-sans:"Shop",ui-serif/,
  );
});
