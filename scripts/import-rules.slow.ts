/** Breaks each import rule once in a small project. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const home = join(import.meta.dirname, "..");
const projects: string[] = [];
afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true, force: true });
});

/** Builds a project of the given files with the real one's settings. */
function build(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), "house-"));
  projects.push(project);
  for (const settings of ["package.json", ".oxlintrc.json", "tsconfig.json", "knip.json", "scripts/lint-plugin.ts"])
    cpSync(join(home, settings), join(project, settings));
  symlinkSync(join(home, "node_modules"), join(project, "node_modules"));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), source);
  }
  return project;
}

function run(project: string, script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, script), ...args], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 32 * 1024 * 1024,
  });
  return { status, output: stdout + stderr };
}

/** The broken rules of a project: "rule: from → to", sorted; of a package only its name. */
function cruise(project: string): string[] {
  const { output } = run(
    project,
    "scripts/cruise.ts",
    "--config",
    join(home, ".dependency-cruiser.js"),
    "--output-type",
    "json",
    "src",
    "packages",
    "demo",
  );
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; to: string; rule: { name: string } }[] } };
  return summary.violations
    .map(({ from, to, rule }) => `${rule.name}: ${from} → ${to.replace(/^.*node_modules\/([^/]+)\/.*/, "$1")}`)
    .sort();
}

/** An importable file, and one that imports. */
const leaf = "export const it = 1;\n";
const uses = (...specifiers: string[]) =>
  specifiers.map((specifier, index) => `export { it as it${index} } from "${specifier}";\n`).join("");
const usesType = (specifier: string) => `export type { It } from "${specifier}";\n`;

describe("the import rules", () => {
  test("accept a project without breaches", () => {
    const project = build({
      "src/shared/money.ts": leaf,
      "src/ui/price.tsx": uses("#shared/money.ts"),
      "src/platform/ctx.server.ts": `export type It = 1;\n${uses("#shared/money.ts")}`,
      "src/platform/request/request.server.ts": leaf,
      "src/features/lotteries/rules/pricing.ts": uses("#shared/money.ts"),
      "src/features/lotteries/server/store.ts": leaf,
      "src/features/lotteries/server/stock-store.ts": leaf,
      "src/features/orders/server/ticket-store.ts": uses("#features/lotteries/server/stock-store.ts"),
      "src/features/lotteries/server/find-lottery.ts":
        uses("./store.ts", "../rules/pricing.ts") + usesType("#platform/ctx.server.ts"),
      "src/features/orders/rules/hold.ts": uses("#features/lotteries/rules/pricing.ts", "zod"),
      "src/features/orders/server/open-checkout.ts": uses("#features/lotteries/server/find-lottery.ts"),
      "src/features/orders/shop/summary.tsx": uses("#ui/price.tsx", "../rules/hold.ts") + usesType("../server/open-checkout.ts"),
      "src/features/orders/shop/quiz-page.tsx": uses(
        "../server/open-checkout.ts",
        "./summary.tsx",
        "#platform/request/request.server.ts",
      ),
      "src/features/orders/server/store.test.ts": uses(
        "./open-checkout.ts",
        "#features/lotteries/server/store.ts",
        "#platform/ctx.server.ts",
      ),
      "src/app/main.ts": uses("#features/orders/shop/quiz-page.tsx", "#platform/ctx.server.ts"),
      "packages/draw-protocol/src/index.ts": leaf,
      "demo/makers.ts": uses("#features/orders/server/open-checkout.ts"),
    });
    expect(cruise(project)).toEqual([]);
  });

  test("report a breach, each of them", () => {
    const project = build({
      "src/app/http/http.ts": leaf,
      "src/shared/money.ts": leaf,
      "src/shared/clock.ts": uses("#ui/price.tsx"),
      "src/shared/disk.ts": 'export { readFileSync } from "node:fs";\n',
      "src/ui/price.tsx": leaf,
      "src/ui/badge.tsx": uses("#features/orders/rules/hold.ts"),
      "src/platform/postgres/db.server.ts": leaf,
      "src/platform/mail/mail.server.ts": leaf,
      "src/platform/jobs/jobs.server.ts": uses("#features/orders/server/settle-order.ts"),
      "src/features/orders/rules/hold.ts": leaf,
      "src/features/orders/rules/late.ts": uses("#platform/postgres/db.server.ts", "kysely"),
      "src/features/orders/server/store.ts": leaf,
      "src/features/orders/server/settle-order.ts": leaf,
      "src/features/orders/server/open-page.ts": uses("#platform/mail/mail.server.ts", "#ui/price.tsx"),
      "src/features/orders/server/hold.fixture.ts": leaf,
      "src/features/orders/server/pay.ts": uses("./hold.fixture.ts"),
      "src/features/orders/shop/stub.tsx": uses("../server/settle-order.ts", "#platform/request/request.server.ts"),
      "src/features/orders/shop/quiz-page.tsx": uses(
        "../server/store.ts",
        "#platform/postgres/db.server.ts",
        "../admin/orders-table.tsx",
      ),
      "src/features/orders/admin/orders-table.tsx": leaf,
      "src/features/orders/tools/odd.ts": uses("#shared/money.ts"),
      "src/ui/utils/colours.ts": leaf,
      "src/ui/index.ts": uses("./price.tsx"),
      "src/ui/panel.tsx": uses("./utils/colours.ts", "./index.ts"),
      "src/features/site/shop/faq.tsx": uses("#app/http/http.ts", "#demo/makers.ts"),
      "src/features/lotteries/server/peek.ts": uses("#features/orders/rules/hold.ts"),
      "src/features/draws/server/draw-winner.ts": uses("#features/orders/server/store.ts"),
      "src/features/draws/shop/proof-panel.tsx": uses("#features/orders/shop/stub.tsx"),
      "src/features/draws/rules/one.ts": `${uses("./two.ts")}export const it = 1;\n`,
      "src/features/draws/rules/two.ts": `${uses("./one.ts")}export const it = 1;\n`,
      "src/shared/name.ts": 'import type { Person } from "./person.ts";\nexport type Name = Person["name"];\n',
      "src/shared/person.ts": 'import type { Name } from "./name.ts";\nexport type Person = { name: string; other: Name };\n',
      "src/platform/request/request.server.ts": leaf,
      "packages/draw-protocol/src/index.ts": uses("../../../src/shared/money.ts"),
      "demo/makers.ts": `${leaf}export { gone } from "./gone.ts";\n`,
    });
    expect(cruise(project)).toEqual(
      [
        "every-import-resolves: demo/makers.ts → ./gone.ts",
        "layers-look-down-lotteries: src/features/lotteries/server/peek.ts → src/features/orders/rules/hold.ts",
        "known-folders: src/features/orders/tools/odd.ts → src/shared/money.ts",
        "no-circles: src/features/draws/rules/one.ts → src/features/draws/rules/two.ts",
        "no-circles: src/shared/name.ts → src/shared/person.ts",
        "no-utils: src/ui/panel.tsx → src/ui/index.ts",
        "no-utils: src/ui/panel.tsx → src/ui/utils/colours.ts",
        "nothing-imports-the-composition-root: src/features/site/shop/faq.tsx → src/app/http/http.ts",
        "packages-stand-alone: packages/draw-protocol/src/index.ts → src/shared/money.ts",
        "pieces-know-no-request: src/features/orders/shop/stub.tsx → src/platform/request/request.server.ts",
        "platform-imports-only-shared: src/platform/jobs/jobs.server.ts → src/features/orders/server/settle-order.ts",
        "product-knows-no-demo: src/features/site/shop/faq.tsx → demo/makers.ts",
        "product-knows-no-test: src/features/orders/server/pay.ts → src/features/orders/server/hold.fixture.ts",
        "rules-are-pure: src/features/orders/rules/late.ts → src/platform/postgres/db.server.ts",
        "rules-are-pure: src/features/orders/rules/late.ts → kysely",
        "screens-are-private: src/features/draws/shop/proof-panel.tsx → src/features/orders/shop/stub.tsx",
        "screens-know-no-infrastructure: src/features/orders/shop/quiz-page.tsx → src/platform/postgres/db.server.ts",
        "server-behind-the-edges: src/features/orders/shop/stub.tsx → src/features/orders/server/settle-order.ts",
        "server-knows-no-screen: src/features/orders/server/open-page.ts → src/ui/price.tsx",
        "server-sees-the-world-through-ctx: src/features/orders/server/open-page.ts → src/platform/mail/mail.server.ts",
        "shared-imports-only-shared: src/shared/clock.ts → src/ui/price.tsx",
        "shared-imports-only-shared: src/shared/disk.ts → fs",
        "shop-knows-no-admin: src/features/orders/shop/quiz-page.tsx → src/features/orders/admin/orders-table.tsx",
        "stores-are-private-to-their-feature: src/features/draws/server/draw-winner.ts → src/features/orders/server/store.ts",
        "stores-are-private: src/features/orders/shop/quiz-page.tsx → src/features/orders/server/store.ts",
        "ui-knows-no-feature: src/ui/badge.tsx → src/features/orders/rules/hold.ts",
      ].sort(),
    );
  });
});

describe("the other guards", () => {
  test("the compiler refuses unchecked values", () => {
    const project = build({
      "src/shared/loose.ts": [
        "export const first = (all: readonly string[]): string => all[0];",
        "export function log(it) { return it; }",
        "export enum Pack { Gold }",
        "",
      ].join("\n"),
    });
    const { status, output } = run(project, "node_modules/typescript/bin/tsc", "--noEmit", "-p", ".");
    expect(status).not.toBe(0);
    for (const code of ["TS2322", "TS7006", "TS1294"]) expect(output).toContain(`error ${code}`);
  });

  test("the linter refuses a clock and random numbers in a rule, and the environment outside of its file", () => {
    const rule = "export const at = (instant: number) => new Date(instant);\n";
    const impure = [
      "export const started = Date.now();",
      "export const today = new Date();",
      "export const lucky = Math.random();",
      "export const tag = crypto.randomUUID();",
      "export const page = fetch;",
      "export const port = process.env.PORT;",
      "",
    ].join("\n");
    const project = build({
      "src/features/orders/rules/pure.ts": rule,
      "src/features/orders/rules/impure.ts": impure,
      "src/features/orders/server/clock.ts": "export const started = Date.now();\n",
      "src/platform/env/env.server.ts": "export const port = process.env.PORT;\n",
      "src/platform/port.server.ts": "export const port = process.env.PORT;\n",
    });
    const { output } = run(project, "node_modules/oxlint/bin/oxlint", "--format=unix", "src");
    const complaints = [...output.matchAll(/(src\/[^:]+):(\d+):.*\[\w+\/([^\]]+)\]/g)].map(
      ([, file, line, rule]) => `${file}:${line} ${rule}`,
    );
    expect(complaints.sort()).toEqual([
      "src/features/orders/rules/impure.ts:1 concours(no-clock)",
      "src/features/orders/rules/impure.ts:2 concours(no-clock)",
      "src/features/orders/rules/impure.ts:3 concours(no-clock)",
      "src/features/orders/rules/impure.ts:4 eslint(no-restricted-globals)",
      "src/features/orders/rules/impure.ts:5 eslint(no-restricted-globals)",
      "src/features/orders/rules/impure.ts:6 eslint(no-restricted-globals)",
      "src/features/orders/rules/impure.ts:6 node(no-process-env)",
      "src/platform/port.server.ts:1 node(no-process-env)",
    ]);
  });

  test("the linter refuses comments with vague subjects or lines over 110 characters", () => {
    const project = build({
      "src/shared/plain.ts": "/** Prices in pence. */\nexport const price = 1;\n",
      "src/shared/vague.ts": "/** For whoever buys. */\nexport const price = 1;\n",
      "src/shared/wide.ts": `/** ${"Prices in pence. ".repeat(7)}*/\nexport const price = 1;\n`,
    });
    const { output } = run(project, "node_modules/oxlint/bin/oxlint", "--format=unix", "src");
    const complaints = [...output.matchAll(/(src\/[^:]+):\d+:\d+: (.*) \[/g)].map(([, file, message]) => `${file} ${message}`);
    expect(complaints.sort()).toEqual([
      'src/shared/vague.ts Name the subject instead of "whoever".',
      "src/shared/wide.ts Wrap comments at 110 characters.",
    ]);
  });

  test("knip refuses unused exports", () => {
    const project = build({
      "src/app/server.ts": 'import { used } from "./used.ts";\nused();\n',
      "src/app/used.ts": "export const used = () => 1;\nexport const unused = 2;\n",
      "src/app/orphan.ts": "export {};\n",
    });
    const { status, output } = run(project, "node_modules/knip/bin/knip.js", "--no-progress", "--reporter", "compact");
    expect(status).not.toBe(0);
    expect(output).toContain("src/app/orphan.ts");
    expect(output).toMatch(/src\/app\/used\.ts: unused/);
  });

  test("the build refuses a server file that would reach the browser", () => {
    const project = build({
      "vite.config.ts": 'import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };\n',
      "react-router.config.ts": 'export default { appDirectory: "src/app" };\n',
      "src/app/root.tsx": 'import { Outlet } from "react-router";\nexport default function Root() { return <Outlet />; }\n',
      "src/app/entry.server.tsx": 'export default function answer() { return new Response("ok"); }\n',
      "src/app/routes.ts": 'import { index } from "@react-router/dev/routes";\nexport default [index("home-page.tsx")];\n',
      "src/app/home-page.tsx":
        'import { key } from "./key.server.ts";\nexport default function Home() { return <p>{key}</p>; }\n',
      "src/app/key.server.ts": 'export const key = "secret";\n',
    });
    const { status, output } = run(project, "node_modules/@react-router/dev/bin.cjs", "build");
    expect(status).not.toBe(0);
    expect(output).toContain("Server-only module referenced by client");
  });
});
