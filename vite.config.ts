/** One build for the browser, one for the server; the server's entry is our own main. */
import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { browserWithoutUnused } from "./scripts/browser-without.ts";
import { lucideIcons } from "./scripts/icons.ts";

/** The document, the shop's layout and what they alone show; of `ui` what no page does without. */
const FRAME = new RegExp(
  [
    "/src/(root|entry\\.client|app/shell/(page-meta|shop-[a-z]+|scroll|error-page))\\.tsx?$",
    "/src/features/site/shop/([a-z]+/)?(age-gate|stored-consent|cookie-consent|cookie-settings-button|faq-list|ribbon)\\.tsx?$",
    "/src/features/site/rules/(cookie-settings|social-name)\\.ts$",
    "/src/shared/([a-z]+/)?(dates|draw-dates|locale|money|result)\\.ts$",
    "/src/ui/([a-z0-9]+/)?(messages[a-z-]*|cookie|button|logo|nonce|lazy-part|scroll|skip-link|startup-loader|text-link|timing|toast|picture|picture-placeholder|payment-marks|visually-hidden|error-state|fonts|browser-log|chip|sold-bar|use-time-left|countdown|draw-dates-line|photo|use-room-below)\\.tsx?$",
    "/src/ui/icon\\.tsx$",
    "~icons/lucide/(menu|x|log-out|chevron-down|chevron-right|check|pause|play|user|arrow-right|arrow-left|plus)\\.jsx$",
  ].join("|"),
);

/** Few files compress better than many and load sooner. e2e/weight.test.ts weighs the scripts of home. */
const SCRIPTS = [
  // What every page runs on: stays in browsers' caches when only the shop changes.
  { name: "runtime", test: /node_modules\/(react|react-dom|scheduler|react-router|react-i18next|i18next)\//, priority: 2 },
  // What every page has around it: one file, because small ones compress badly.
  { name: "frame", test: FRAME, priority: 2 },
  // What forms check with and what lies over a page: large, and many pages have neither.
  { name: "forms", test: /node_modules\/(zod|@conform-to)\//, priority: 1.5 },
  { name: "dialogs", test: /node_modules\/(@radix-ui|react-remove-scroll|aria-hidden)\//, priority: 1.5 },
  // What several pages show. What needs the two above is left to pages that have it.
  {
    name: "shared",
    test: /\/src\/shared\/|\/src\/ui\/(?!fields\/|feedback\/|forms\/|lists\/|admin|pictures\/gallery)|~icons\/lucide\//,
    minShareCount: 3,
    entriesAware: true,
    entriesAwareMergeThreshold: 2000,
    priority: 1,
  },
];

/** Removes Sonner's style element, which the Content-Security-Policy forbids; app.css has the styles. */
const sonnerWithoutStyleElement: Plugin = {
  name: "sonner-without-style-element",
  transform: {
    filter: { id: /sonner\/dist\/index\.mjs$/ },
    handler: (code) => code.replace(/^__insertCSS\(.*\);?$/m, ""),
  },
};

const INSTRUMENTATION = [
  "consumeInstrumentationClientResultMetaReceiver",
  "getRouteInstrumentationUpdates",
  "instrumentClientSideRouter",
  "instrumentHandler",
  "instrumentationResultMetaContext",
];

/** Removes the router's hooks for tracing tools, which the browser's pages do not use. */
const browserWithoutInstrumentation: Plugin = {
  name: "browser-without-instrumentation",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: {
    filter: { id: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
    handler: () => `const none = () => undefined; export { ${INSTRUMENTATION.map((name) => `none as ${name}`)} };`,
  },
};

export default defineConfig({
  plugins: [
    tailwindcss(),
    lucideIcons(),
    reactRouter(),
    sonnerWithoutStyleElement,
    browserWithoutInstrumentation,
    browserWithoutUnused,
  ],
  resolve: { alias: { "react-style-singleton": fileURLToPath(new URL("src/ui/feedback/style-singleton.ts", import.meta.url)) } },
  // Bundled beforehand, it would not pass the plugin above.
  optimizeDeps: { exclude: ["sonner"] },
  environments: {
    ssr: { build: { rollupOptions: { input: "./src/app/server.ts" } } },
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: SCRIPTS } },
          // No module reads a property for its side effect, so unused icons are dropped.
          treeshake: {
            propertyReadSideEffects: false,
            moduleSideEffects: [{ test: /\/src\/ui\/icons\.ts$/, sideEffects: false }],
          },
        },
      },
    },
  },
  build: { sourcemap: false },
});
