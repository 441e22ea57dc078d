/** A stored picture, with its sizes so that pages do not shift. */

/**
 * Files are named `{url}-{width}.{avif|webp|jpg}` for each of `widths`. `url` is such as `/media/3f9a…`;
 * `width` and `height` are the largest size in pixels; `placeholder` is a tiny `data:` picture.
 */
export type Picture = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
  readonly focus?: FocalPoint | undefined;
};

/** With the SHA-256 of each file by the end of its name ("1200.avif"). */
export type HashedPicture = Picture & { readonly fileHashes: Readonly<Record<string, string>> };

/** The point of a picture that cropping keeps visible, in percent from its left and upper edges. */
export type FocalPoint = { readonly x: number; readonly y: number };

export const CENTRE: FocalPoint = { x: 50, y: 50 };

/** The value of CSS's `object-position`. */
export function objectPosition({ x, y }: FocalPoint): string {
  return `${x}% ${y}%`;
}
