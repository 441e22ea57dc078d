import { useEffect } from "react";

/** Keeps the screen of a phone on. Browsers end it while the page is hidden, and may refuse it. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !("wakeLock" in navigator)) return;
    let lock: Promise<WakeLockSentinel | undefined> | undefined;
    const request = () => {
      if (document.visibilityState === "visible") lock = navigator.wakeLock.request("screen").catch(() => undefined);
    };
    request();
    document.addEventListener("visibilitychange", request);
    return () => {
      document.removeEventListener("visibilitychange", request);
      void lock?.then((held) => held?.release());
    };
  }, [isNeeded]);
}
