/** Scrolls smoothly, or at once for a person who prefers reduced motion. */

export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
