/** A stored picture, as pages need it to show it without a jump. */

/**
 * Files are named `{url}-{width}.{avif|webp|jpg}` for each of `widths`.
 * `url` is a path such as `/media/3f9a…`; `width` and `height` are those of the largest size, in pixels;
 * `placeholder` is a tiny blurred picture as a `data:` address.
 */
export type Picture = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly placeholder: string;
  /** The point that stays in sight where a page crops the picture; its centre if absent. */
  readonly focus?: FocalPoint | undefined;
};

/** Percent from the left and the upper edge, 0 to 100. */
export type FocalPoint = { readonly x: number; readonly y: number };

export const CENTRE: FocalPoint = { x: 50, y: 50 };

/** Its CSS `object-position`. */
export function objectPosition({ x, y }: FocalPoint): string {
  return `${x}% ${y}%`;
}
