/** In the browser: remembers how far down a page was when it was left, so that the way back ends there. */
import type { DataRouter } from "react-router";
import { places } from "./scroll.ts";

export function keepPlaces(router: DataRouter): void {
  // The browser would move the page that is left, before the other one is there; across documents it knows best.
  const mine = () => {
    window.history.scrollRestoration = "manual";
  };
  mine();
  window.addEventListener("pageshow", mine);
  window.addEventListener("pagehide", () => {
    window.history.scrollRestoration = "auto";
  });
  let { key } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.key === key) return;
    // Told before the next page is drawn.
    places.set(key, window.scrollY);
    key = location.key;
  });
}
