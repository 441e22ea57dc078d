/** Loaded after the page: guards calls, keeps session, focus and scroll position, shows progress. */
import type { i18n } from "i18next";
import type { DataRouter, DataStrategyResult } from "react-router";
import { hideErrors, toastError } from "#ui/feedback/toast.tsx";
import { CUT_OFF } from "#ui/fields/cut-off-message.ts";
import { isSignedIn, subscribeMe } from "#ui/me.ts";
import { keepFocus } from "#ui/navigation/keep-focus.ts";
import { positions } from "#ui/navigation/scroll.ts";
import { guardCall, type Results } from "./cut-off.ts";
import { refreshShownPage } from "./refresh-shown-page.ts";

declare global {
  interface Window {
    readonly __reactRouterDataRouter?: DataRouter;
    readonly __reactRouterRouteModules?: Readonly<Record<string, unknown>>;
    readonly __reactRouterManifest?: { readonly routes: Readonly<Record<string, KnownRoute>> };
  }
}
type KnownRoute = { readonly id: string; readonly module: string; readonly parentId?: string };

let words: i18n | undefined;
/** Pages whose scripts have been prefetched. */
const fetched = new Set<string>();

const FETCH_AGAIN_MS = 2_000;

export function start(pageMessages: i18n): void {
  const router = window.__reactRouterDataRouter;
  if (!router || words) return;
  words = pageMessages;
  showProgress(router, pageMessages);
  keepPlaces(router);
  keepFocus(router);
  keepSessionOf(router);
  refreshShownPage(router);
  document.addEventListener("click", stayOffline, true);
  let later: ReturnType<typeof setTimeout> | undefined;
  const idle = () => {
    if (router.state.navigation.state !== "idle") return;
    whenIdle(fetchAhead);
    // The router learns of a form's page a moment after it is rendered.
    clearTimeout(later);
    later = setTimeout(() => whenIdle(fetchAhead), FETCH_AGAIN_MS);
  };
  idle();
  router.subscribe(idle);
  let wasSending = false;
  router.subscribe(({ navigation, fetchers }) => {
    const isSending = [navigation, ...fetchers.values()].some(({ state }) => state === "submitting");
    // Immediately: later it would hide this attempt's answer.
    if (isSending && !wasSending) hideErrors();
    wasSending = isSending;
  });
}

function keepSessionOf(router: DataRouter): void {
  let isKept = false;
  const keep = () => {
    if (isKept || !isSignedIn()) return;
    isKept = true;
    void import("./keep-session.ts").then(
      ({ keepSession }) => keepSession(router),
      () => undefined,
    );
  };
  keep();
  subscribeMe(keep);
}

export async function guard(
  request: Request,
  next: () => Promise<Results>,
): Promise<Record<string, DataStrategyResult> | undefined> {
  const router = window.__reactRouterDataRouter;
  return router && words ? guardCall({ request, router, words }, next) : undefined;
}

/** Prefetches what is needed offline: messages, pages that forms post to, back-office pages. */
function fetchAhead(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[method="post"]')];
  if (document.querySelector("form")) void import("#ui/feedback/toaster.tsx").catch(() => undefined);
  const sentTo = new Set(forms.flatMap(routesOf));
  for (const { id, module, parentId } of Object.values(window.__reactRouterManifest?.routes ?? {})) {
    if ((parentId === "app/admin/layout" || sentTo.has(id)) && !isHere(id)) {
      void import(/* @vite-ignore */ module).then(
        () => fetched.add(id),
        () => undefined,
      );
    }
  }
}

function routesOf(form: HTMLFormElement): string[] {
  const { pathname } = new URL(form.getAttribute("action") ?? "", window.location.href);
  return window.__reactRouterDataRouter?.match(pathname)?.flatMap(({ route }) => (route.path === "*" ? [] : route.id)) ?? [];
}

function whenIdle(work: () => void): void {
  // Safari lacks it.
  if ("requestIdleCallback" in window) window.requestIdleCallback(work);
  else setTimeout(work, 200);
}

/** If a page's scripts are missing, React Router reloads the document, which fails offline. */
function stayOffline(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (navigator.onLine || !link?.href || link.origin !== window.location.origin || link.target === "_blank") return;
  if (link.pathname === window.location.pathname && link.hash !== "") return;
  if (window.__reactRouterDataRouter?.match(link.pathname)?.every(({ route }) => isHere(route.id))) return;
  event.preventDefault();
  event.stopPropagation();
  if (words) toastError(words.t("cutOff.unreachable"), CUT_OFF);
}

function isHere(routeId: string): boolean {
  return routeId in (window.__reactRouterRouteModules ?? {}) || fetched.has(routeId);
}

/** Stores the scroll position of a page that is left, for the way back. */
function keepPlaces(router: DataRouter): void {
  // Within the app the browser would restore the position too early; across documents it is right.
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
    // Before the next page renders.
    positions.set(key, window.scrollY);
    key = location.key;
  });
}

/** A short load would end before it is announced. */
const SAY_AFTER_MS = 1_000;

function showProgress(router: DataRouter, words: i18n): void {
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
    // The back office announces its own loads.
    if (isOnItsWay && !location?.pathname.startsWith("/admin")) {
      timer = setTimeout(() => {
        line.textContent = words.t("loading");
      }, SAY_AFTER_MS);
    }
  });
}
