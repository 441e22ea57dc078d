/** Pictures of the brand: app icons, the favicon, the mark in mails, and an owner's uploaded logo. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import { contrast } from "#shared/brand/brand-colours.ts";
import type { Brand, BrandLogo } from "#shared/brand/brand.ts";
import { isJpegPngOrWebp } from "../media/media-encode.server.ts";

type Look = Pick<Brand, "colours">;

/** The shop's mark, 28 × 20. As in src/ui/logo.tsx. */
const MARK =
  '<path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"/><path d="M10 5.5v9M14 5.5v9M18 5.5v9"/>';

/**
 * Sizes in pixels. Devices mask a maskable icon to its middle four fifths; Apple's round the corners
 * themselves.
 */
const ICONS = {
  "icon-192": { size: 192, markShare: 0.76, radius: 0.22 },
  "icon-512": { size: 512, markShare: 0.76, radius: 0.22 },
  "maskable-192": { size: 192, markShare: 0.56, radius: 0 },
  "maskable-512": { size: 512, markShare: 0.56, radius: 0 },
  "apple-touch-icon": { size: 180, markShare: 0.64, radius: 0 },
  favicon: { size: 32, markShare: 0.875, radius: 0.22 },
} as const;
export type IconName = keyof typeof ICONS;

export function isIcon(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}

/** An app icon as SVG markup. */
export function iconSvg({ colours }: Look, name: IconName): string {
  const { size, markShare, radius } = ICONS[name];
  const scale = (size * markShare) / 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${size * radius}" fill="${colours.ground}"/><g transform="translate(${(size - 28 * scale) / 2} ${(size - 20 * scale) / 2}) scale(${scale})" fill="none" stroke="${colours.accent}" stroke-width="1.7" stroke-linecap="round">${MARK}</g></svg>`;
}

/** An app icon as a PNG. */
export function iconPng(look: Look, name: IconName): Promise<Buffer> {
  return sharp(Buffer.from(iconSvg(look, name)))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The mark in mails as a transparent PNG, at twice the displayed size. */
export function mailMark({ colours }: Look): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="40" viewBox="0 0 28 20" fill="none" stroke="${colours.accent}" stroke-width="1.6" stroke-linecap="round">${MARK}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The browser has already rasterised the logo, so no SVG markup is accepted. */
const LOGO_DATA_URL = /^data:image\/(?:png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const LOGO_PIXELS = { width: 720, height: 128 };

/**
 * Encodes an uploaded logo's pixels again, trimmed.
 * @returns undefined for no picture, or above a million pixels
 */
export async function drawLogo(dataUrl: string): Promise<BrandLogo | undefined> {
  const bytes = Buffer.from(LOGO_DATA_URL.exec(dataUrl)?.[1] ?? "", "base64");
  if (!isJpegPngOrWebp(bytes)) return undefined;
  const input = { limitInputPixels: 1_000_000, failOn: "error", pages: 1 } as const;
  const drawn = await sharp(bytes, input)
    .trim({ background: "#00000000", threshold: 1 })
    .resize({ ...LOGO_PIXELS, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .png({ compressionLevel: 9, palette: true })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!drawn) return undefined;
  const { width, height } = drawn.info;
  const id = createHash("sha256").update(drawn.data).digest("hex").slice(0, 16);
  return { id, png: drawn.data.toString("base64"), width, height };
}

/** WCAG's contrast for graphics, and the share of the logo's opaque pixels that must have it. */
const LOGO_CONTRAST = 3;
const LOGO_SHARE = 0.3;

/** Whether a logo is legible on a background (`#rrggbb`). */
export async function isLogoVisible({ png }: Pick<BrandLogo, "png">, ground: string): Promise<boolean> {
  const { data } = await sharp(Buffer.from(png, "base64"))
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let opaque = 0;
  let visible = 0;
  const visibleByColour = new Map<number, boolean>();
  for (let at = 0; at < data.length; at += 4) {
    if (data.readUInt8(at + 3) < 128) continue;
    const colour = data.readUIntBE(at, 3);
    let isVisible = visibleByColour.get(colour);
    if (isVisible === undefined) {
      isVisible = contrast(`#${colour.toString(16).padStart(6, "0")}`, ground) >= LOGO_CONTRAST;
      visibleByColour.set(colour, isVisible);
    }
    opaque += 1;
    if (isVisible) visible += 1;
  }
  return visible >= opaque * LOGO_SHARE;
}
