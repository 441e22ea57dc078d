/** Handles forms, links and loads that the server does not answer. Nothing is sent twice. */
import type { i18n } from "i18next";
import { type DataRouter, type DataStrategyResult, data, isRouteErrorResponse, redirect } from "react-router";
import { toastError } from "#ui/feedback/toast.tsx";
import { CUT_OFF, cutOffText } from "#ui/fields/cut-off-message.ts";
import { type DataFailures, loadFailure, type SendFailure, sendFailure } from "#ui/fields/failures.ts";
import { wasSignedInHere } from "#ui/me.ts";
import { NOTHING_SAID } from "./error-page.tsx";

export type Results = Record<string, DataStrategyResult>;
type Sent = { readonly request: Request; readonly router: DataRouter; readonly words: i18n };

const UNREACHABLE = 503;
const SIGN_IN = "/login";

/** Wraps every call of the pages to the server. @returns results in place of a failure */
export async function guardCall(sent: Sent, next: () => Promise<Results>): Promise<Results> {
  const { request, router } = sent;
  if (request.method !== "GET" && !(await fetchReceiver(sent))) {
    const id = router.match(new URL(request.url).pathname)?.at(-1)?.route.id ?? "";
    return afterForm(sent, { [id]: { type: "error", result: undefined } });
  }
  const results = await next();
  if (request.signal.aborted) return results;
  const failed = Object.entries(results).filter(([, { type, result }]) => type === "error" && isCutOff(result));
  if (isNavigation(sent) && lacksScripts(results)) return openDocument(sent, results, failed.length === 0);
  if (failed.length === 0) return unlessSignedOut(sent, results);
  return request.method === "GET" ? afterLook(sent, results, new Set(failed.map(([id]) => id))) : afterForm(sent, results);
}

/** False for what the shop itself throws, such as a 404 or re-authentication. */
function isCutOff(thrown: unknown): boolean {
  const error = unwrapped(thrown);
  if (error instanceof Response) return false;
  if (!isRouteErrorResponse(error)) return error instanceof Error;
  // Replies of proxies carry text.
  return error.status >= 500 || (typeof error.data === "string" && !("internal" in error && error.internal === true));
}

/** React Router wraps an action's thrown value with the reply's status. */
function unwrapped(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "data" in thrown && thrown.data instanceof Error ? thrown.data : thrown;
}

function isNavigation({ request, router }: Sent): boolean {
  const { location } = router.state.navigation;
  return request.method === "GET" && location !== undefined && addressOf(request.url) === location.pathname + location.search;
}

/** React Router returns no failure if only a page's script is missing. */
function lacksScripts(results: Results): boolean {
  const isRedirected = Object.values(results).some(({ result }) => result instanceof Response);
  return !isRedirected && Object.keys(results).some((id) => !isLoaded(id));
}

function isLoaded(routeId: string): boolean {
  return routeId in (window.__reactRouterRouteModules ?? {});
}

/** The next page's scripts did not arrive: opens it as a document, or stays if the shop is unreachable. */
function openDocument({ router, words }: Sent, results: Results, isReachable: boolean): Promise<Results> | Results {
  const target = router.state.navigation.location;
  if (target && isReachable) {
    window.location.assign(target.pathname + target.search + target.hash);
    // Keeps this page until the document arrives.
    return new Promise(() => {});
  }
  toastError(words.t("cutOff.unreachable"), CUT_OFF);
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "error", result: whereItIs(router) }]));
}

/** Before a form is sent: React Router would lose the answer if the next page's scripts do not arrive. */
async function fetchReceiver({ request, router }: Sent): Promise<boolean> {
  const routes = router.match(new URL(request.url).pathname)?.map(({ route }) => route.id) ?? [];
  const scripts = routes.flatMap((id) => (isLoaded(id) ? [] : (window.__reactRouterManifest?.routes[id]?.module ?? [])));
  return Promise.all(scripts.map((script) => import(/* @vite-ignore */ script))).then(
    () => true,
    () => false,
  );
}

function afterForm(sent: Sent, results: Results): Results {
  const { request, router, words } = sent;
  const { handle } = router.match(new URL(request.url).pathname)?.at(-1)?.route ?? {};
  const { formData } = fetcherOf(sent) ?? router.state.navigation;
  say(words, sendFailure(handle, formData) ?? "common:cutOff.notSent");
  return stay(sent, results);
}

function fetcherOf({ request, router }: Sent) {
  const address = addressOf(request.url);
  return [...router.state.fetchers.values()].find(
    ({ state, formAction }) => state === "submitting" && formAction !== undefined && addressOf(formAction) === address,
  );
}

/** As if nothing had been sent: the page keeps its former action data. */
function stay(sent: Sent, results: Results): Results {
  const { request, router } = sent;
  const { location, actionData } = router.state;
  const fetcher = fetcherOf(sent);
  const [id = ""] = Object.keys(results);
  const before: unknown = fetcher ? fetcher.data : actionData?.[id];
  // A form of this page, or a fetcher. Other forms would lead to another page.
  if (fetcher || withoutIndex(request.url) === location.pathname + location.search) {
    return { [id]: { type: "data", result: data(before, { status: UNREACHABLE }) } };
  }
  return { [id]: { type: "error", result: whereItIs(router) } };
}

function afterLook(sent: Sent, results: Results, failed: ReadonlySet<string>): Results {
  const { request, router, words } = sent;
  const { location, navigation, loaderData, fetchers } = router.state;
  const here = location.pathname + location.search;
  const target = navigation.location && navigation.location.pathname + navigation.location.search;
  const address = addressOf(request.url);
  // A reload: outdated data is better than none.
  if (address === here && (target === undefined || target === here)) {
    return replaced(results, failed, (id) => (id in loaderData ? loaderData[id] : undefined));
  }
  if (address !== target) {
    const [fetcher, ...others] = [...fetchers.values()].filter(({ state }) => state !== "idle");
    say(words, fetcherFailure(sent) ?? "common:cutOff.notLoaded");
    return replaced(results, failed, () => (others.length === 0 ? fetcher?.data : undefined));
  }
  // A search form keeps the page with the typed text. A link leads to the page, which shows its failure.
  if (navigation.formMethod === undefined) {
    // Only the target page fails; its layouts stay.
    const page = router.match(new URL(request.url).pathname)?.at(-1)?.route.id;
    const frame = new Set([...failed].filter((id) => id !== page && id in loaderData));
    return replaced(unreachable(results, failed), frame, (id) => loaderData[id]);
  }
  say(words, "common:cutOff.notSent");
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "error", result: whereItIs(router) }]));
}

/** Replaces replies of proxies or the browser. Errors of the shop's own pages stay. */
function unreachable(results: Results, failed: ReadonlySet<string>): Results {
  return Object.fromEntries(
    Object.entries(results).map(([id, { type, result }]) => {
      const isOurs = result instanceof Error && result.message === NOTHING_SAID;
      if (!failed.has(id) || isOurs) return [id, { type, result }];
      // The shop states why it is closed: `ErrorPage` has the texts.
      const reply: unknown = isRouteErrorResponse(result) ? result.data : null;
      return [id, { type, result: { status: UNREACHABLE, statusText: "", internal: false, data: reply } }];
    }),
  );
}

function replaced(results: Results, failed: ReadonlySet<string>, value: (id: string) => unknown): Results {
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => [id, failed.has(id) ? { type: "data", result: value(id) } : result]),
  );
}

/** A session that ended must not lose typed text: the user can sign in beside the page and send it then. */
function unlessSignedOut(sent: Sent, results: Results): Results {
  const { request, router, words } = sent;
  const isLeaving = Object.values(results).some(({ result }) => result instanceof Response && leadsTo(result, SIGN_IN));
  const isForm = request.method !== "GET";
  const { navigation, loaderData } = router.state;
  // After a reload that requires signing in, one press of Back leads to the page before.
  if (isLeaving && !isForm && navigation.location === undefined) {
    for (const { result } of Object.values(results))
      if (result instanceof Response) result.headers.set("X-Remix-Replace", "true");
  }
  if (!isLeaving || (!isForm && (navigation.location !== undefined || !hasTyped())) || !wasSignedInHere()) return results;
  toastError(words.t("cutOff.signedOut"), { ...CUT_OFF, link: { to: SIGN_IN, text: words.t("cutOff.signIn") } });
  if (isForm) return stay(sent, results);
  return replaced(results, new Set(Object.keys(results)), (id) => loaderData[id]);
}

function leadsTo(reply: Response, path: string): boolean {
  const location = reply.headers.get("Location");
  return location !== null && new URL(location, window.location.href).pathname === path;
}

/** Cancels a navigation. One within the page needs no server. */
function whereItIs({ state: { location } }: DataRouter): Response {
  const reply = redirect(`${location.pathname}${location.search}${location.hash || "#"}`);
  reply.headers.set("X-Remix-Replace", "true");
  return reply;
}

/** The failure message of a fetcher's load: its route's, or the page's. */
function fetcherFailure({ request, router }: Sent): SendFailure | undefined {
  const route = router.match(new URL(request.url).pathname)?.at(-1)?.route;
  const { failures } = (route?.handle ?? {}) as Partial<DataFailures>;
  return failures?.load ?? loadFailure(router.state.matches.at(-1)?.route.handle);
}

function say(words: i18n, own: SendFailure): void {
  toastError(typeof own === "object" ? own.text : cutOffText(words.t(own), words.t("cutOff.kept")), CUT_OFF);
}

function addressOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.href);
  return pathname + search;
}

/** The index route's address in a form. */
function withoutIndex(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.delete("index");
  return url.pathname + url.search;
}

/** Whether the open page has a form with unsent input. */
function hasTyped(page: Document = document): boolean {
  return [...page.forms].some((form) => [...form.elements].some(isChanged));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}
