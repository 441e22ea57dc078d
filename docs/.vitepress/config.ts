/** The site of these documents: `npm run docs`. Its pages are the Markdown files. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type DefaultTheme, defineConfig, type MarkdownOptions } from "vitepress";

const DOCS = join(import.meta.dirname, "..");

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(DOCS, file), "utf8"))?.[1] ?? file;
}

/** The index by area, then the records in the order of their numbers. */
function decisions(): DefaultTheme.SidebarItem[] {
  const records = readdirSync(join(DOCS, "decisions")).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return ["README.md", ...records.sort()].map((name) => ({
    text: titleOf(`decisions/${name}`),
    link: `/decisions/${name.slice(0, -3)}`,
  }));
}

/** Code is not part of the site, so links to it become plain text. */
const withoutLinksToCode: NonNullable<MarkdownOptions["config"]> = (md) => {
  md.core.ruler.push("without-links-to-code", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isOut = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const [path = ""] = (token.attrGet("href") ?? "").split("#");
          const isRelative = path !== "" && !/^(?:[a-z]+:|\/)/.test(path);
          const target = normalize(join(dirname(env.relativePath ?? ""), path));
          isOut = isRelative && (target.startsWith("..") || !target.endsWith(".md"));
        }
        const isLink = token.type === "link_open" || token.type === "link_close";
        if (isOut && isLink) Object.assign(token, { type: "text", tag: "", nesting: 0, content: "", attrs: null });
        if (token.type === "link_close") isOut = false;
      }
    }
  });
};

export default defineConfig({
  title: "Concours",
  description: "An online shop for car prize draws whose draws anyone can verify",
  lang: "en-GB",
  appearance: "dark",
  cleanUrls: true,
  ignoreDeadLinks: "localhostLinks",
  vite: { esbuild: { tsconfigRaw: {} } },
  markdown: { config: withoutLinksToCode, lineNumbers: false },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    sidebar: [
      {
        text: "Begin here",
        items: ["player", "staff", "operator", "developer"].map((who) => ({
          text: titleOf(`guide/${who}.md`),
          link: `/guide/${who}`,
        })),
      },
      {
        text: "Run it",
        items: ["deployment", "settings", "operations", "alerts", "incidents", "import", "export", "scale", "releasing"].map(
          (page) => ({
            text: titleOf(`${page}.md`),
            link: `/${page}`,
          }),
        ),
      },
      {
        text: "How it works",
        items: ["architecture", "where-to-change", "locking", "draw-protocol", "api", "glossary"].map((page) => ({
          text: titleOf(`${page}.md`),
          link: `/${page}`,
        })),
      },
      {
        text: "What it withstands",
        items: ["reliability", "performance", "security", "accessibility"].map((page) => ({
          text: titleOf(`${page}.md`),
          link: `/${page}`,
        })),
      },
      { text: "Decisions", collapsed: true, items: decisions() },
    ],
  },
});
