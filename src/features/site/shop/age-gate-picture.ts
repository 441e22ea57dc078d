/** The age gate's picture, whose addresses come with the page and weigh nothing in its scripts. */
import smallAvif from "./pictures/rear-800.avif";
import smallWebp from "./pictures/rear-800.webp";
import largeAvif from "./pictures/rear-1400.avif";
import phoneSmallAvif from "./pictures/rear-tall-600.avif";
import phoneLargeAvif from "./pictures/rear-tall-900.avif";

/** Sources as in <source>: of the best format, for which window, and how wide it will be there. `fallback` is for browsers that do not know it. */
export type GatePicture = {
  readonly sources: readonly { readonly media: string; readonly srcSet: string; readonly sizes: string }[];
  readonly fallback: string;
};

/** A hand held upright sees less than half of the picture, and gets no more than that. */
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
