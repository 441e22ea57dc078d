/** The picture shown while no draw is open. Its addresses are part of the page, not of the scripts. */
import smallAvif from "../pictures/teaser-800.avif";
import smallWebp from "../pictures/teaser-800.webp";
import largeAvif from "../pictures/teaser-1500.avif";

/** `srcSet` as in <source>, in the best format; `fallback` is for browsers without it. */
export type TeaserPicture = { readonly srcSet: string; readonly fallback: string };

export const TEASER: TeaserPicture = { srcSet: `${smallAvif} 800w, ${largeAvif} 1500w`, fallback: smallWebp };
