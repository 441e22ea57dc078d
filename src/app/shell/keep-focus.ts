/** In the browser: what has been done takes its button along, such as a row's. Whoever pressed it goes on at the heading, and not nowhere. */
import { focusHeading } from "./scroll.ts";

/** A dialog that closes gives the focus back in this time. */
const GIVES_BACK_MS = 50;

/** Once. */
export function keepFocus(): void {
  let last: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    last = undefined;
    focusHeading();
  };
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  new MutationObserver(() => {
    if (last?.isConnected !== false) return;
    clearTimeout(timer);
    timer = setTimeout(look, GIVES_BACK_MS);
  }).observe(document.body, { childList: true, subtree: true });
}
