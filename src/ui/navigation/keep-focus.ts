import type { DataRouter } from "react-router";
import { scrollTarget } from "./scroll.ts";

/** A closing dialog or menu restores the focus within this time, and a new page sets its own. */
const GIVES_BACK_MS = 50;
/** A page with the same heading as the last one is rendered within this time. */
const DRAWN_MS = 300;

const DIALOGS = "[role=dialog], [role=alertdialog]";

export function keepFocus(router: DataRouter): void {
  let last: Element | undefined;
  let around: readonly Element[] = [];
  let opener: readonly Element[] = [];
  let isByKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // An action may remove its button, such as a row's: the focus moves to a neighbour.
  const look = () => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    last = undefined;
    const [place] = around.filter((part) => part.isConnected).flatMap((part) => wayOn(part) ?? []);
    // Nothing scrolls for mouse and touch.
    if (place) focusOn(place, { preventScroll: !isByKeys });
    else focusHeading();
  };
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : undefined;
    isByKeys = last?.matches(":focus-visible") === true;
    around = last ? partsAround(last) : [];
    if (last?.closest(DIALOGS)) around = [...around, ...opener];
    else opener = around;
  });

  let { pathname } = router.state.location;
  let left: { readonly heading: Element | null; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const arrive = () => {
    clearTimeout(left?.timer);
    left = undefined;
    greet();
  };
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    clearTimeout(left?.timer);
    left = undefined;
    if (scrollTarget(location) === undefined) left = { heading: findHeading(), timer: setTimeout(arrive, DRAWN_MS) };
  });

  new MutationObserver(() => {
    if (left && findHeading() !== left.heading) {
      clearTimeout(left.timer);
      left = { heading: findHeading(), timer: setTimeout(arrive, GIVES_BACK_MS) };
    }
    if (last?.isConnected !== false) return;
    clearTimeout(timer);
    timer = setTimeout(look, GIVES_BACK_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

/** After a link, focuses the next page's heading, unless the page or an open dialog has the focus. */
function greet(): void {
  const focused = document.activeElement;
  const main = document.getElementById("content");
  if (focused !== main && (main?.contains(focused) || focused?.closest(DIALOGS))) return;
  focusHeading();
}

function partsAround(element: Element): Element[] {
  const part = element.parentElement?.closest("tr, li, section, article");
  return part ? [part, ...partsAround(part)] : [];
}

/** A row's first link, which is harmless; elsewhere the visible heading. */
function wayOn(part: Element): HTMLElement | undefined {
  const places = part.querySelectorAll<HTMLElement>(part.matches("tr, li") ? "a[href]" : "h2, h3");
  return [...places].find(({ offsetWidth }) => offsetWidth > 1);
}

export function focusHeading(): void {
  const heading = findHeading();
  if (heading) focusOn(heading, { preventScroll: true });
}

function focusOn(place: HTMLElement, options: FocusOptions): void {
  // A heading is focusable only with an explicit attribute.
  if (place.tabIndex === -1) place.tabIndex = -1;
  place.focus(options);
}

function findHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("#content h1") ?? document.getElementById("content");
}
