/** The car that waits in the dark while no draw is open. Its addresses come with the page and weigh nothing in its scripts. */
import smallAvif from "./pictures/teaser-800.avif";
import smallWebp from "./pictures/teaser-800.webp";
import largeAvif from "./pictures/teaser-1500.avif";

/** `srcSet` as in <source>, of the best format; `fallback` is for browsers that do not know it. */
export type TeaserPicture = { readonly srcSet: string; readonly fallback: string };

export const TEASER: TeaserPicture = { srcSet: `${smallAvif} 800w, ${largeAvif} 1500w`, fallback: smallWebp };
