/** Pictures of the brand: app icons, the favicon, the mark in mails, and an owner's uploaded logo. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import { contrast } from "#shared/brand/brand-colours.ts";
import type { Brand, BrandLogo } from "#shared/brand/brand.ts";
import { isJpegPngOrWebp } from "../media/media-encode.server.ts";

type Look = Pick<Brand, "colours">;

/** 28 × 20. As in src/ui/logo.tsx. */
const MARK =
  '<path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"/><path d="M10 5.5v9M14 5.5v9M18 5.5v9"/>';

/** Masks keep the middle four fifths of a maskable icon; Apple devices round the corners. */
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

export function iconSvg({ colours }: Look, name: IconName): string {
  const { size, markShare, radius } = ICONS[name];
  const scale = (size * markShare) / 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" rx="${size * radius}" fill="${colours.ground}"/><g transform="translate(${(size - 28 * scale) / 2} ${(size - 20 * scale) / 2}) scale(${scale})" fill="none" stroke="${colours.accent}" stroke-width="1.7" stroke-linecap="round">${MARK}</g></svg>`;
}

export function iconPng(look: Look, name: IconName): Promise<Buffer> {
  return sharp(Buffer.from(iconSvg(look, name)))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** At twice the size at which mails show it, transparent. */
export function mailMark({ colours }: Look): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="40" viewBox="0 0 28 20" fill="none" stroke="${colours.accent}" stroke-width="1.6" stroke-linecap="round">${MARK}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The browser has rasterised the logo already, so no SVG markup is accepted. */
const SENT_LOGO = /^data:image\/(?:png|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const LOGO_PIXELS = { width: 720, height: 128 };

/** Encodes a logo's pixels again, trimmed. @returns undefined for no picture, or above a million pixels */
export async function drawLogo(sent: string): Promise<BrandLogo | undefined> {
  const bytes = Buffer.from(SENT_LOGO.exec(sent)?.[1] ?? "", "base64");
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

/** WCAG's contrast for graphics, and the share of the logo's pixels that must have it. */
const LOGO_CONTRAST = 3;
const LOGO_SHARE = 0.3;

/** Whether a logo is legible on a ground (`#rrggbb`). */
export async function isLogoVisible({ png }: Pick<BrandLogo, "png">, ground: string): Promise<boolean> {
  const { data } = await sharp(Buffer.from(png, "base64"))
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let shown = 0;
  let seen = 0;
  const known = new Map<number, boolean>();
  for (let at = 0; at < data.length; at += 4) {
    if (data.readUInt8(at + 3) < 128) continue;
    const colour = data.readUIntBE(at, 3);
    let stands = known.get(colour);
    if (stands === undefined) {
      stands = contrast(`#${colour.toString(16).padStart(6, "0")}`, ground) >= LOGO_CONTRAST;
      known.set(colour, stands);
    }
    shown += 1;
    if (stands) seen += 1;
  }
  return seen >= shown * LOGO_SHARE;
}
