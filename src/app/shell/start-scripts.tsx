/** Starts the page's scripts after its first picture. See `scriptsAfterSight`. */
import { OnceScript } from "#ui/loading/once-script.tsx";

export function StartScripts() {
  return <OnceScript text={() => `(${startScripts.toString()})()`} />;
}

/** At the first input or picture, or after 2.5 seconds. Serialised: it must not use outer variables. */
function startScripts(): void {
  // Zod's eval would be reported as a violation of the page's policy. Source: zod.dev, "jitless".
  Object.assign(window, { __zod_globalConfig: { jitless: true } });
  // A translator may change the page before hydration: `translated-texts.ts` reverts that.
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => void records.push(...more));
  observer.observe(document, { childList: true, subtree: true });
  Object.assign(window, { __earlyChanges: { observer, records } });
  const start = () => {
    const still = document.querySelector<HTMLScriptElement>('script[type="text/later"]');
    if (!still) return;
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = "modulepreload";
    const module = document.createElement("script");
    Object.assign(module, { type: "module", nonce: still.nonce, textContent: still.textContent });
    still.replaceWith(module);
  };
  const begin = () => (document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", start) : start());
  // A background window paints nothing.
  const seen = () => {
    requestAnimationFrame(() => setTimeout(begin));
    setTimeout(begin, 300);
  };
  if (document.readyState === "complete") seen();
  else window.addEventListener("load", seen);
  setTimeout(begin, 2500);
  for (const event of ["pointerdown", "keydown", "touchstart"])
    window.addEventListener(event, begin, { once: true, capture: true, passive: true });
}
