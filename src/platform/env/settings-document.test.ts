/** The tables of docs/settings.md are generated: `npx vitest run src/platform/env --update` writes them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { markdownTable } from "#shared/text/markdown-table.fixture.ts";
import { NEEDED } from "./env-production.server.ts";
import { schema, TOPICS } from "./env-schema.server.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/settings.md");
const TABLE = /^\| setting .*(?:\n\|.*)*/m;
const topics: Readonly<Record<string, z.ZodRawShape>> = TOPICS;
const needed: readonly string[] = NEEDED;

function tableOf(settings: z.ZodRawShape): string {
  const rows = Object.entries(settings).map(([name, type]) => {
    const { description = "", unset } = z.globalRegistry.get(type) ?? {};
    const fallback = z.safeParse(type, undefined).data;
    const value = typeof fallback === "boolean" ? Number(fallback) : fallback;
    const isShown = unset === undefined && value !== undefined && !Array.isArray(value);
    return [
      needed.includes(name) ? `**\`${name}\`**` : `\`${name}\``,
      description,
      isShown ? `\`${value}\`` : String(unset ?? "none"),
    ];
  });
  return markdownTable([["setting", "meaning", "default"], ...rows]);
}

it("docs/settings.md has every setting with its description and default, bold if production needs it", async () => {
  const sections = (await readFile(DOCUMENT, "utf8")).split(/^(?=## )/m);
  const topicOf = (section: string) => /^## (.+)/.exec(section)?.[1] ?? "";
  expect(sections.filter((section) => TABLE.test(section)).map(topicOf)).toEqual(Object.keys(topics));
  const written = sections.map((section) => section.replace(TABLE, () => tableOf(topics[topicOf(section)] ?? {})));
  await expect(written.join("")).toMatchFileSnapshot(DOCUMENT);
});

it("each setting has a topic and a description", () => {
  const all = Object.values(topics).flatMap((settings) => Object.entries(settings));
  expect(all.map(([name]) => name)).toEqual(Object.keys(schema.shape));
  expect(all.filter(([, type]) => !z.globalRegistry.get(type)?.description).map(([name]) => name)).toEqual([]);
});
