/** Starts the page's scripts once it is seen: until then its pictures have the line to themselves. See `scriptsAfterSight`. */
import { OnceScript } from "#ui/once-script.tsx";

export function StartScripts() {
  return <OnceScript text={() => `(${startScripts.toString()})()`} />;
}

/** With the first touch or key, after the first picture, or after two seconds and a half, whichever is first. Runs as the server sent it. */
function startScripts(): void {
  // The page's policy lets nothing be made of text: Zod need not try, which browsers report as a breach. Source: zod.dev, "jitless".
  Object.assign(window, { __zod_globalConfig: { jitless: true } });
  // A translator may rewrite the page before its scripts run: `translated-texts.ts` undoes that for hydration.
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
  // A window in the background paints nothing.
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
