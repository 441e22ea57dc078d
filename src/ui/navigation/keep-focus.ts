import type { DataRouter } from "react-router";
import { scrollTarget } from "./scroll.ts";

/** A closing dialog or menu restores the focus within this time, and a new page sets its own. */
const FOCUS_RESTORED_MS = 50;
/** A new page with the same heading as the last one is rendered within this time. */
const RENDERED_MS = 300;

const DIALOGS = "[role=dialog], [role=alertdialog]";

/**
 * Moves the keyboard focus to a sensible place after a navigation, and when the focused element is removed.
 */
export function keepFocus(router: DataRouter): void {
  let last: Element | undefined;
  let surroundings: readonly Element[] = [];
  let opener: readonly Element[] = [];
  let isByKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // An action may remove its button, such as a row's: the focus moves to a neighbour.
  const restoreLostFocus = () => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    last = undefined;
    const [place] = surroundings.filter((part) => part.isConnected).flatMap((part) => nextTarget(part) ?? []);
    // Nothing scrolls for mouse and touch.
    if (place) focusOn(place, { preventScroll: !isByKeys });
    else focusHeading();
  };
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : undefined;
    isByKeys = last?.matches(":focus-visible") === true;
    surroundings = last ? partsAround(last) : [];
    if (last?.closest(DIALOGS)) surroundings = [...surroundings, ...opener];
    else opener = surroundings;
  });

  let { pathname } = router.state.location;
  let arrival: { readonly heading: Element | null; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const finishArrival = () => {
    clearTimeout(arrival?.timer);
    arrival = undefined;
    focusNewPage();
  };
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    clearTimeout(arrival?.timer);
    arrival = undefined;
    if (scrollTarget(location) === undefined) arrival = { heading: findHeading(), timer: setTimeout(finishArrival, RENDERED_MS) };
  });

  new MutationObserver(() => {
    if (arrival && findHeading() !== arrival.heading) {
      clearTimeout(arrival.timer);
      arrival = { heading: findHeading(), timer: setTimeout(finishArrival, FOCUS_RESTORED_MS) };
    }
    if (last?.isConnected !== false) return;
    clearTimeout(timer);
    timer = setTimeout(restoreLostFocus, FOCUS_RESTORED_MS);
  }).observe(document.body, { childList: true, subtree: true });
}

/** After a link, focuses the next page's heading, unless the page or an open dialog has the focus. */
function focusNewPage(): void {
  const focused = document.activeElement;
  const main = document.getElementById("content");
  if (focused !== main && (main?.contains(focused) || focused?.closest(DIALOGS))) return;
  focusHeading();
}

/** The rows, list items and sections around an element, innermost first. */
function partsAround(element: Element): Element[] {
  const part = element.parentElement?.closest("tr, li, section, article");
  return part ? [part, ...partsAround(part)] : [];
}

/**
 * Where the focus goes within a part: to a row's first link, which is harmless; elsewhere to the visible
 * heading.
 */
function nextTarget(part: Element): HTMLElement | undefined {
  const places = part.querySelectorAll<HTMLElement>(part.matches("tr, li") ? "a[href]" : "h2, h3");
  return [...places].find(({ offsetWidth }) => offsetWidth > 1);
}

/** Focuses the page's heading without scrolling. */
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
