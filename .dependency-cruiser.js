/** The import rules of docs/architecture.md. scripts/import-rules.test.ts breaks each of them once. */
import { LAYERS } from "./scripts/layers.ts";

/** Packages that compute and do nothing else, so that a rule may stand on them. */
const PURE_PACKAGES = ["(^|/)node_modules/zod/", "(^|/)node_modules/@noble/hashes/", "^packages/draw-protocol/src/"];

const TEST = "\\.(test|slow|fixture)\\.tsx?$";
const FEATURE = "^src/features/[^/]+/";
const STORE = ["^src/features/.+[-/]store\\.ts$"];
/** SQL that several features share in their statements; docs/decisions/0033. */
const SHARED_STORES = [
  "^src/features/access/server/[a-z-]+-store\\.ts$",
  "^src/features/accounts/server/(person|second-factor|sessions|sign-in)/[a-z-]+-store\\.ts$",
  "^src/features/player-protection/server/harm/harm-case-store\\.ts$",
  "^src/features/site/server/texts/text-store\\.ts$",
  "^src/features/lotteries/server/(lifecycle|stock)-store\\.ts$",
  "^src/features/orders/server/(ticket|settlement/event)-store\\.ts$",
  "^src/features/inbox/server/(complaint|contact|conversations/entry)-store\\.ts$",
];
const EDGE = ["-(page|route)\\.tsx?$", "\\.server\\.ts$"];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const layersLookDown = LAYERS.slice(0, -1).map((floor, index) => ({
  name: `layers-look-down-${floor}`,
  comment: `"${floor}" may not use the layers above it.`,
  severity: "error",
  from: { path: `^src/features/${floor}/`, pathNot: TEST },
  to: { path: `^src/features/(${LAYERS.slice(index + 1).join("|")})/` },
}));

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const walls = [
  {
    name: "no-circles",
    comment: "Two files that cannot run without each other are one file, or three.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "known-folders",
    comment: "A feature has the folders rules, server, api, shop and admin, and no other; a new layer is listed in LAYERS.",
    severity: "error",
    from: { path: "^src/features/", pathNot: `^src/features/(${LAYERS.join("|")})/(rules|server|api|shop|admin)/` },
    to: {},
  },
  {
    name: "no-utils",
    comment: "A file stands where its idea is at home, and is imported from there: no utils, no barrels.",
    severity: "error",
    from: {},
    to: { path: ["^src/.*/(utils|util|helpers|helper|common|misc)[/.]", "^src/.*/index\\.tsx?$"] },
  },
  {
    name: "rules-are-pure",
    comment:
      "A rule knows its arguments: it imports rules of its own or a lower layer, shared words and packages that only compute.",
    severity: "error",
    from: { path: `${FEATURE}rules/`, pathNot: TEST },
    to: { pathNot: [`${FEATURE}rules/`, "^src/shared/", ...PURE_PACKAGES] },
  },
  {
    name: "server-behind-the-edges",
    comment:
      "Only pages, routes and use-cases call the server; the pieces of a screen get what they show as props, and may name its type.",
    severity: "error",
    from: { path: `${FEATURE}(shop|admin)/`, pathNot: [...EDGE, TEST] },
    to: { path: `${FEATURE}server/`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "server-knows-no-screen",
    comment: "A use-case returns data; what shows it is none of its business.",
    severity: "error",
    from: { path: `${FEATURE}server/`, pathNot: TEST },
    to: { path: ["^src/ui/", `${FEATURE}(shop|admin)/`] },
  },
  {
    name: "server-sees-the-world-through-ctx",
    comment:
      "A use-case is handed its external services in ctx; of the infrastructure it names types, where a request keeps its ctx, how a page takes what throws, SQL that stores share, the batching of lookups, and the table catalogue.",
    severity: "error",
    from: { path: `${FEATURE}server/`, pathNot: TEST },
    to: {
      path: "^src/platform/",
      pathNot:
        "^src/platform/(request/(request|or-failed|shown-text)\\.server|postgres/(queries|batched|tables/[a-z-]+)|test-mode/[a-z-]+\\.server|messages\\.server|opening\\.server)\\.ts$",
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "screens-know-no-infrastructure",
    comment: "Pages reach ctx through the request and answer in JSON, CSV, PDF or a screen; they know no external service.",
    severity: "error",
    from: { path: `${FEATURE}(shop|admin)/`, pathNot: TEST },
    to: {
      path: "^src/platform/",
      pathNot: "^src/platform/(request/|languages/|pdf/|messages\\.server)",
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "pieces-know-no-request",
    comment: "The request ends at the page's loader and action.",
    severity: "error",
    from: { path: `${FEATURE}(shop|admin)/`, pathNot: [...EDGE, TEST] },
    to: { path: "^src/platform/" },
  },
  {
    name: "shop-knows-no-admin",
    comment: "What visitors load carries nothing of the back office.",
    severity: "error",
    from: { path: `${FEATURE}shop/` },
    to: { path: `${FEATURE}admin/` },
  },
  {
    name: "stores-are-private",
    comment: "The SQL of a feature belongs to its use-cases: neither its own pages nor another feature see it.",
    severity: "error",
    from: { path: "^src/features/([^/]+)/", pathNot: ["^src/features/[^/]+/server/", TEST] },
    to: { path: STORE },
  },
  {
    name: "stores-are-private-to-their-feature",
    comment: "Another feature asks a use-case, not the tables.",
    severity: "error",
    from: { path: "^src/features/([^/]+)/server/", pathNot: TEST },
    to: { path: STORE, pathNot: ["^src/features/$1/", ...SHARED_STORES] },
  },
  {
    name: "screens-are-private",
    comment: "A page may show screens of the features below it; other pieces that two features show belong into ui.",
    severity: "error",
    from: { path: "^src/features/([^/]+)/", pathNot: [...EDGE, TEST] },
    to: { path: `${FEATURE}(shop|admin)/`, pathNot: "^src/features/$1/" },
  },
  {
    name: "ui-knows-no-feature",
    comment: "The design system is told what to show.",
    severity: "error",
    from: { path: "^src/ui/", pathNot: TEST },
    to: { path: ["^src/(?!ui/|shared/)", "^(demo|e2e|bench|scripts)/"] },
  },
  {
    name: "platform-imports-only-shared",
    comment: "The infrastructure carries the layers above and does not look up.",
    severity: "error",
    from: { path: "^src/platform/", pathNot: TEST },
    to: { path: ["^src/(?!platform/|shared/)", "^(demo|e2e|bench|scripts)/"] },
  },
  {
    name: "shared-imports-only-shared",
    comment: "The words of the language stand on nothing.",
    severity: "error",
    from: { path: "^src/shared/", pathNot: TEST },
    to: { pathNot: "^src/shared/" },
  },
  {
    name: "nothing-imports-the-composition-root",
    comment: "app wires the others together; whoever needs something of it shows that it belongs elsewhere.",
    severity: "error",
    from: { pathNot: ["^(src/app|e2e)/", "^src/[^/]+$", TEST] },
    to: { path: "^src/app/" },
  },
  {
    name: "product-knows-no-demo",
    comment: "The demo's makers fill a shop from outside; only the roof, tests and tools call them.",
    severity: "error",
    from: { path: "^src/(?!app/)", pathNot: TEST },
    to: { path: "^(demo|e2e|bench|scripts)/" },
  },
  {
    name: "product-knows-no-test",
    comment: "Fixtures and tests are not shipped.",
    severity: "error",
    from: { path: "^(src|packages)/", pathNot: TEST },
    to: { path: TEST },
  },
  {
    name: "packages-stand-alone",
    comment: "Anybody can take a package away without the shop; a simulator takes the kit along.",
    severity: "error",
    from: { path: "^packages/([^/]+)/" },
    to: { path: ["^(src|demo|e2e|bench|scripts)/", "^packages/"], pathNot: ["^packages/$1/", "^packages/simulator-kit/"] },
  },
  {
    name: "the-kit-knows-no-provider",
    comment: "What two simulators share is about neither.",
    severity: "error",
    from: { path: "^packages/simulator-kit/" },
    to: { path: "^packages/", pathNot: "^packages/simulator-kit/" },
  },
  {
    name: "every-import-resolves",
    comment: "A rule cannot judge an import that leads nowhere.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "^(\\./\\+types/|virtual:|~icons/)" },
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [...layersLookDown, ...walls],
  options: {
    parser: "tsc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(\\+types|\\.react-router)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
