/**
 * What React and its router carry and the shop never uses in a browser: with home's scripts it came to a tenth. Each function named here is
 * emptied, so that the build leaves out what only it needs. A version that knows one no more stops the build: look whether the shop still does without.
 */
import { type Plugin, parseSync } from "vite";

/** A function's name and what it does instead. */
type Emptied = { readonly [name: string]: string };

const NOTHING = "{}";
const NULL = "{ return null; }";
const FALSE = "{ return false; }";
const WITHOUT_NAME = '{ return ""; }';

/** Transitions between views by `<ViewTransition>`. */
const VIEW_TRANSITIONS: Emptied = {
  applyViewTransitionName: NOTHING,
  applyViewTransitionToHostInstancesRecursive: FALSE,
  commitAfterMutationEffectsOnFiber: NOTHING,
  commitAppearingPairViewTransitions: NOTHING,
  commitDeletedPairViewTransitions: NOTHING,
  commitEnterViewTransitions: NOTHING,
  commitExitViewTransitions: NOTHING,
  commitNestedViewTransitions: NOTHING,
  createViewTransitionInstance: NOTHING,
  getViewTransitionClassName: NULL,
  getViewTransitionName: NULL,
  measureNestedViewTransitions: FALSE,
  measureViewTransitionHostInstancesRecursive: FALSE,
  restoreEnterOrExitViewTransitions: NOTHING,
  restoreNestedViewTransitions: NOTHING,
  restorePairedViewTransitions: NOTHING,
  restoreViewTransitionName: NOTHING,
  restoreViewTransitionOnHostInstances: NOTHING,
  scheduleViewTransitionEvent: NOTHING,
  startViewTransition: NULL,
  trackEnterViewTransitions: NOTHING,
  ViewTransitionPseudoElement: NOTHING,
};

/** Style sheets and scripts that components bring along (`precedence`, `preload()`): the document has its own. */
const RESOURCES: Emptied = {
  acquireResource: NULL,
  estimateBandwidth: NOTHING,
  getResource: NULL,
  insertStylesheetIntoRoot: NOTHING,
  insertSuspendedStylesheets: NOTHING,
  accumulateSuspenseyCommitOnFiber: NOTHING,
  preconnectAs: NOTHING,
  prefetchDNS: NOTHING,
  preinitModuleScript: NOTHING,
  preinitScript: NOTHING,
  preinitStyle: NOTHING,
  preload: NOTHING,
  preloadInstanceAndSuspendIfNeeded: NOTHING,
  preloadModule: NOTHING,
  suspendResource: NOTHING,
  waitForCommitToBeReady: NULL,
};

const REACT_DOM: Emptied = {
  ...VIEW_TRANSITIONS,
  ...RESOURCES,
  // References to fragments, lists of suspended parts, parts put to sleep.
  commitNewChildToFragmentInstance: NOTHING,
  FragmentInstance: NOTHING,
  scrollTextNodeIntoView: NOTHING,
  validateDocumentPositionWithFiberTree: FALSE,
  cutOffTailIfNeeded: NOTHING,
  deleteChildFromFragmentInstance: NOTHING,
  findFirstSuspended: NULL,
  updateSuspenseListComponent: NULL,
  updateActivityComponent: NULL,
  // Functions as `action` of a form; elements with a name of one's own.
  coerceFormActionProp: NULL,
  mountActionState: NOTHING,
  rerenderActionState: NOTHING,
  runActionStateAction: NOTHING,
  startHostTransition: NOTHING,
  updateActionState: NOTHING,
  updateActionStateImpl: NOTHING,
  isCustomElement: FALSE,
  setPropOnCustomElement: NOTHING,
  // Names of minified components in the trace of an error; what is selected; input for browsers of long ago.
  attemptExplicitHydrationTarget: NOTHING,
  constructSelectEvent: NOTHING,
  getFallbackBeforeInputChars: NULL,
  getStackByFiberInDevAndProd: WITHOUT_NAME,
};

type Without = {
  readonly file: RegExp;
  readonly emptied: Emptied;
  readonly settled?: { readonly [condition: string]: string };
  readonly dropped?: RegExp;
};

const ROUTER = "react-router/dist/production/lib/";
const FILES: readonly Without[] = [
  {
    file: /react-dom\/cjs\/react-dom-client\.production\.js$/,
    emptied: REACT_DOM,
    dropped: /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype/,
  },
  {
    file: new RegExp(`${ROUTER}dom/ssr/components\\.js$`),
    // Links of the shop fetch nothing beforehand.
    emptied: { PrefetchPageLinks: NULL, usePrefetchBehavior: "{ return [false, React$1.useRef(null), {}]; }" },
    // Written by the server alone.
    settled: { "staticContext ?": "false ?", "!isStatic ?": "true ?" },
  },
  {
    file: new RegExp(`${ROUTER}components\\.js$`),
    emptied: {},
    // Transitions of views again: `viewTransition` of links and forms.
    settled: {
      "!viewTransitionOpts ||": "true ||",
      "renderDfd && pendingState": "false",
      "!vtContext.isTransitioning && interruption": "false",
    },
  },
  {
    file: new RegExp(`${ROUTER}dom/ssr/routeModules\\.js$`),
    emptied: {},
    // A reload takes what was typed, and loads the same page as often as the script is missing: src/app/shell/cut-off.ts opens the other page.
    settled: { "window.location.reload();": "throw error;", ", reloading page...": "" },
  },
  { file: new RegExp(`${ROUTER}dom/ssr/errorBoundaries\\.js$`), emptied: { RemixRootDefaultErrorBoundary: NULL } },
  {
    file: new RegExp(`${ROUTER}hooks\\.js$`),
    // Advice to who writes a page.
    emptied: { DefaultErrorComponent: NULL, RSCErrorHandler: "{ return children; }", warningOnce: NOTHING },
  },
  { file: new RegExp(`${ROUTER}router/history\\.js$`), emptied: { warning: NOTHING } },
  {
    file: new RegExp(`${ROUTER}router/router\\.js$`),
    emptied: { persistAppliedTransitions: NOTHING, restoreAppliedTransitions: NOTHING },
  },
];

/** For the browser's build. */
export const browserWithoutUnused: Plugin = {
  name: "browser-without-unused",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: FILES.map(({ file }) => file) },
    handler(code, id) {
      const without = FILES.find(({ file }) => file.test(id));
      return without && { code: take(code, id, without), map: null };
    },
  },
};

type Node = { type: string; start: number; end: number; id?: { name: string } | null; body?: unknown };

function take(code: string, id: string, { emptied, settled = {}, dropped }: Without): string {
  const edits: [start: number, end: number, instead: string][] = [];
  const found = new Set<string>();
  walk(parseSync(id, code).program, (node) => {
    const instead = node.type === "FunctionDeclaration" ? emptied[node.id?.name ?? ""] : undefined;
    const body = node.body as Node | undefined;
    if (instead !== undefined && body) {
      found.add(node.id?.name ?? "");
      edits.push([body.start, body.end, instead]);
    }
    if (dropped && node.type === "ExpressionStatement" && dropped.test(code.slice(node.start, node.end)))
      edits.push([node.start, node.end, ""]);
  });
  const missing = [
    ...Object.keys(emptied).filter((name) => !found.has(name)),
    ...Object.keys(settled).filter((text) => !code.includes(text)),
  ];
  if (missing.length > 0) throw new Error(`${id} has no ${missing.join(", ")}: see scripts/browser-without.ts`);
  let taken = code;
  for (const [start, end, instead] of edits.toSorted(([a], [b]) => b - a))
    taken = taken.slice(0, start) + instead + taken.slice(end);
  return Object.entries(settled).reduce((text, [condition, instead]) => text.replaceAll(condition, instead), taken);
}

function walk(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, see);
    return;
  }
  if ("type" in value && "start" in value) see(value as Node);
  for (const part of Object.values(value)) walk(part, see);
}
