/**
 * Empties unused functions of React and its router, so that the bundler drops a tenth of home's scripts.
 * If a new version lacks one, the build fails: check that the shop still does not use it.
 */
import { type Plugin, parseSync } from "vite";

/** Function names with their replacement bodies. */
type Emptied = { readonly [name: string]: string };

const NOTHING = "{}";
const NULL = "{ return null; }";
const FALSE = "{ return false; }";
const WITHOUT_NAME = '{ return ""; }';

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

/** Style sheets and scripts that components bring along (`precedence`, `preload()`). */
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
  // Fragment refs, lists of suspended parts, hidden parts.
  commitNewChildToFragmentInstance: NOTHING,
  FragmentInstance: NOTHING,
  scrollTextNodeIntoView: NOTHING,
  validateDocumentPositionWithFiberTree: FALSE,
  cutOffTailIfNeeded: NOTHING,
  deleteChildFromFragmentInstance: NOTHING,
  findFirstSuspended: NULL,
  updateSuspenseListComponent: NULL,
  updateActivityComponent: NULL,
  // Functions as `action` of a form; custom elements.
  coerceFormActionProp: NULL,
  mountActionState: NOTHING,
  rerenderActionState: NOTHING,
  runActionStateAction: NOTHING,
  startHostTransition: NOTHING,
  updateActionState: NOTHING,
  updateActionStateImpl: NOTHING,
  isCustomElement: FALSE,
  setPropOnCustomElement: NOTHING,
  // Component stacks of minified names, text selection, input events of old browsers.
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
    // The shop's links do not prefetch.
    emptied: { PrefetchPageLinks: NULL, usePrefetchBehavior: "{ return [false, React$1.useRef(null), {}]; }" },
    // Only the server renders these.
    settled: { "staticContext ?": "false ?", "!isStatic ?": "true ?" },
  },
  {
    file: new RegExp(`${ROUTER}components\\.js$`),
    emptied: {},
    // `viewTransition` of links and forms.
    settled: {
      "!viewTransitionOpts ||": "true ||",
      "renderDfd && pendingState": "false",
      "!vtContext.isTransitioning && interruption": "false",
    },
  },
  {
    file: new RegExp(`${ROUTER}dom/ssr/routeModules\\.js$`),
    emptied: {},
    // A reload would lose typed text, and may loop: src/app/shell/cut-off.ts opens the page.
    settled: { "window.location.reload();": "throw error;", ", reloading page...": "" },
  },
  { file: new RegExp(`${ROUTER}dom/ssr/errorBoundaries\\.js$`), emptied: { RemixRootDefaultErrorBoundary: NULL } },
  {
    file: new RegExp(`${ROUTER}hooks\\.js$`),
    // Advice for developers.
    emptied: { DefaultErrorComponent: NULL, RSCErrorHandler: "{ return children; }", warningOnce: NOTHING },
  },
  { file: new RegExp(`${ROUTER}router/history\\.js$`), emptied: { warning: NOTHING } },
  {
    file: new RegExp(`${ROUTER}router/router\\.js$`),
    emptied: { persistAppliedTransitions: NOTHING, restoreAppliedTransitions: NOTHING },
  },
];

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
