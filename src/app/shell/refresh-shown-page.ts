/** Reloads a page's data when it returns from history, a hidden tab or a device that slept. */
import type { DataRouter } from "react-router";
import { loadMe } from "#ui/me.ts";
import { isFreshDocument } from "#ui/time/shop-clock.ts";

const HIDDEN_MS = 60_000;
const CHECK_MS = 30_000;
/** A timer off by so much indicates sleep or a changed clock. */
const JUMP_MS = 60_000;

export function refreshShownPage(router: DataRouter): void {
  let isWaiting = false;
  const refresh = () => {
    if (isWaiting) return;
    const { navigation, fetchers } = router.state;
    const isBusy = navigation.state !== "idle" || [...fetchers.values()].some(({ state }) => state !== "idle");
    if (navigator.onLine && !isBusy) {
      void router.revalidate();
      void loadMe();
    }
    // A pending load brings new data itself.
    if (navigator.onLine) return;
    isWaiting = true;
    window.addEventListener(
      "online",
      () => {
        isWaiting = false;
        refresh();
      },
      { once: true },
    );
  };
  if (!isFreshDocument()) refresh();
  window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());

  let seenAt = Date.now();
  const look = (longest: number) => {
    const away = Math.abs(Date.now() - seenAt);
    seenAt = Date.now();
    // The back office has long forms, and refreshes its own lists.
    if (away >= longest && !router.state.location.pathname.startsWith("/admin")) refresh();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") look(HIDDEN_MS);
    else seenAt = Date.now();
  });
  setInterval(() => document.visibilityState === "visible" && look(CHECK_MS + JUMP_MS), CHECK_MS);
}
