/** Encodes uploads in the sizes and formats of pages. Only the pixels are kept. */
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpOptions } from "sharp";
import { err, ok, type Result } from "#shared/result.ts";

/**
 * Part of every picture's name. Change it with the sizes or qualities below, because browsers cache files
 * for a year.
 */
export const ENCODING_VERSION = "1";

export type PictureRefusal = "not_a_picture" | "too_large" | "too_many_pixels";
export type Format = "avif" | "webp" | "jpg";
/** The files of a picture, and the sizes in pixels. `placeholder`: a tiny `data:` picture. */
export type EncodedPicture = {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
  readonly files: readonly { readonly width: number; readonly format: Format; readonly bytes: Buffer }[];
};

// Each picture is encoded once, so a cache is useless.
sharp.cache(false);

/** Phones make up to 108 megapixels, cameras up to 102. */
const MAX_PIXELS = 110_000_000;
/** Progressive JPEGs and interlaced PNGs are decompressed whole before scaling; others in strips. */
const MAX_DECOMPRESSED_BYTES = 390_000_000;
/** The largest width or height. WebP ends at 16,383. */
const MAX_WIDTH = 1920;
const MAX_HEIGHT = 4096;
const STEPS = [480, 800, 1200, 1600, MAX_WIDTH];
/** The least ratio between neighbouring sizes. */
const LEAST_SIZE_RATIO = 1.1;
/** The page's background, for pictures with transparency. */
const BACKGROUND = "#0b0b0c";

const INPUT: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 };

/**
 * Encodes the pixels again without metadata or trailing data, so a polyglot file loses its other part.
 * @returns upright pixels in sRGB, never enlarged; `not_a_picture` for anything but a complete JPEG, PNG
 * or WebP; `too_many_pixels` above 110 million, or above about 65 million if decompressed whole
 */
export async function encodePicture(bytes: Uint8Array): Promise<Result<EncodedPicture, PixelRefusal>> {
  const decoded = await decode(bytes);
  if (!decoded.ok) return decoded;
  const { data, info } = decoded.value;
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  const widths = widthsOf(width);
  const files: { width: number; format: Format; bytes: Buffer }[] = [];
  // One at a time: uploads must not slow down buyers.
  for (const size of widths) {
    const sized = () => pixels().resize({ width: size });
    files.push({ width: size, format: "avif", bytes: await sized().avif({ quality: 55, effort: 3 }).toBuffer() });
    files.push({ width: size, format: "webp", bytes: await sized().webp({ quality: 80, effort: 4 }).toBuffer() });
    files.push({
      width: size,
      format: "jpg",
      bytes: await sized().flatten({ background: BACKGROUND }).jpeg({ quality: 80, mozjpeg: true }).toBuffer(),
    });
  }
  return ok({ width, height, widths, placeholder: await placeholderOf(pixels()), files });
}

/** The same pixels as one JPEG on white, for a document. */
export async function encodeJpeg(bytes: Uint8Array): Promise<Result<Buffer, PixelRefusal>> {
  const decoded = await decode(bytes);
  if (!decoded.ok) return decoded;
  const { data, info } = decoded.value;
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } }).flatten({ background: "#ffffff" });
  return ok(await pixels.jpeg({ quality: 80, mozjpeg: true }).toBuffer());
}

type PixelRefusal = Exclude<PictureRefusal, "too_large">;
type Pixels = { readonly data: Buffer; readonly info: OutputInfo };

async function decode(bytes: Uint8Array): Promise<Result<Pixels, PixelRefusal>> {
  if (!isJpegPngOrWebp(bytes)) return err("not_a_picture");

  // Without the limit: the header itself decides whether the pixels may be decompressed.
  const header = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => undefined);
  if (!header) return err("not_a_picture");
  if (header.width * header.height > MAX_PIXELS || decompressedBytes(header) > MAX_DECOMPRESSED_BYTES)
    return err("too_many_pixels");

  const base = await sharp(bytes, INPUT)
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  return base ? ok(base) : err("not_a_picture");
}

/**
 * The memory needed for a picture that is decompressed at once: 2 bytes per JPEG coefficient, 1 or 2 per
 * PNG sample. 0 for pictures decompressed in strips.
 */
function decompressedBytes({ width, height, channels, format, depth, isProgressive }: Metadata): number {
  if (!isProgressive) return 0;
  return width * height * channels * (format === "jpeg" || depth === "ushort" ? 2 : 1);
}

/** The widths in which a picture is stored; never larger than it is. */
function widthsOf(width: number): number[] {
  const smaller = STEPS.filter((step) => step * LEAST_SIZE_RATIO < width);
  return [...smaller, width];
}

/** About twenty blurred pixels in 200 bytes, which the browser stretches. */
async function placeholderOf(pixels: Sharp): Promise<string> {
  const bytes = await pixels
    .resize({ width: 20, height: 20, fit: "inside" })
    .flatten({ background: BACKGROUND })
    .blur(0.6)
    .webp({ quality: 30, effort: 6, smartSubsample: true })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString("base64")}`;
}

/** The accepted formats, by their first bytes. Parsers of other formats never see an upload. */
export function isJpegPngOrWebp(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    start.startsWith("\xff\xd8\xff") ||
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    (start.startsWith("RIFF") && start.endsWith("WEBP"))
  );
}
