/** Asks for the age gate's picture early, where the gate will open. Sent as text with the page, above its styles; knows nothing outside itself. */
import type { GatePicture } from "./age-gate-picture.ts";

/** Puts a preload of each source into `head`; a browser takes the one for its window, and none that knows no AVIF. Nothing where the gate stays shut. */
export function preloadGatePicture(head: HTMLHeadElement, sources: GatePicture["sources"]): void {
  try {
    if (localStorage.getItem("age-verified") === "true" || window.top !== window.self) return;
  } catch {
    // A browser that keeps nothing is asked on every page.
  }
  for (const { media, srcSet, sizes } of sources) {
    const link = document.createElement("link");
    Object.assign(link, {
      rel: "preload",
      as: "image",
      type: "image/avif",
      fetchPriority: "high",
      media,
      imageSrcset: srcSet,
      imageSizes: sizes,
    });
    head.append(link);
  }
}
