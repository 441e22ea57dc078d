/** The age gate's picture. Its addresses are part of the page, not of the scripts. */
import smallAvif from "../pictures/rear-800.avif";
import smallWebp from "../pictures/rear-800.webp";
import largeAvif from "../pictures/rear-1400.avif";
import phoneSmallAvif from "../pictures/rear-tall-600.avif";
import phoneLargeAvif from "../pictures/rear-tall-900.avif";

/** Sources as in <source>, in the best format; `fallback` is for browsers without it. */
export type GatePicture = {
  readonly sources: readonly { readonly media: string; readonly srcSet: string; readonly sizes: string }[];
  readonly fallback: string;
};

/** A portrait window shows less than half of the picture's width, so it gets a smaller file. */
export const GATE_PICTURE: GatePicture = {
  sources: [
    {
      media: "(max-width: 639px) and (orientation: portrait)",
      srcSet: `${phoneSmallAvif} 600w, ${phoneLargeAvif} 900w`,
      sizes: "62vh",
    },
    {
      media: "(min-width: 640px), (orientation: landscape)",
      srcSet: `${smallAvif} 800w, ${largeAvif} 1400w`,
      sizes: "(min-width: 1024px) 100vw, 220vw",
    },
  ],
  fallback: smallWebp,
};
