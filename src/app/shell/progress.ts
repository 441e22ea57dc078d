/** A page that is on its way: the document says so to its styles, which draw a bar after a moment, and to readers of screens, who hear it later. */
import type { i18n } from "i18next";
import type { DataRouter } from "react-router";

/** Told sooner, it would be over before it is said. */
const SAY_AFTER_MS = 1_000;

export function showProgress(router: DataRouter, words: i18n): void {
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.className = "sr-only";
  document.body.append(line);
  let timer: ReturnType<typeof setTimeout> | undefined;
  router.subscribe(({ navigation: { state, location } }) => {
    const isOnItsWay = state !== "idle";
    if (isOnItsWay === document.documentElement.hasAttribute("data-on-its-way")) return;
    document.documentElement.toggleAttribute("data-on-its-way", isOnItsWay);
    clearTimeout(timer);
    line.textContent = "";
    // The back office says by itself what it waits for.
    if (isOnItsWay && !location?.pathname.startsWith("/admin")) {
      timer = setTimeout(() => {
        line.textContent = words.t("loading");
      }, SAY_AFTER_MS);
    }
  });
}
