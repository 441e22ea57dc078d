/** A page's `handle` names its texts; missing ones would be fetched on first load. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import { NAMESPACES } from "#ui/i18n/messages-texts.fixture.ts";
import routes from "../../routes.ts";

const source = join(import.meta.dirname, "../..");
const always = ["common", "footer"];

/** The pages of the site, each with the layouts around it. */
function pagesOf(entries: RouteConfigEntry[], around: readonly string[] = []): { name: string; files: string[] }[] {
  return entries.flatMap((entry) => {
    const files = [...around, entry.file];
    return entry.children ? pagesOf(entry.children, files) : [{ name: entry.path ?? "/", files }];
  });
}

/** The shop's modules that `file` imports in the browser. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )[^;]*?from "([.#][^"]+\.tsx?)";/gms,
  )) {
    if (!name.includes(".server."))
      filesBehind(name.startsWith("#") ? join(source, name.slice(1)) : resolve(dirname(file), name), found);
  }
  return found;
}

const pages = pagesOf(await routes);
const quoted = (list: string) => [...list.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
/** Screens also use qualified keys, such as "admin:notLoaded.users". */
const named = (text: string) =>
  [...text.matchAll(/["'`]([a-z-]+):[a-z]\w*\./g)].flatMap(([, name = ""]) => (NAMESPACES.includes(name) ? name : []));
const usedIn = (file: string) => {
  const text = readFileSync(file, "utf8");
  const hooks = [...text.matchAll(/\buseTranslation\(([^)]*)\)/g)].flatMap(([, list]) => quoted(list ?? ""));
  return file.endsWith(".tsx") ? [...hooks, ...named(text)] : hooks;
};
const declaredIn = (text: string) => quoted(/\bhandle\b[^=]*=\s*\{\s*messages:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "");

describe("every page declares the texts that it shows", () => {
  it.each(pages)("$name", ({ files }) => {
    const behind = new Set(files.flatMap((file) => [...filesBehind(file)]));
    const used = new Set([...behind].flatMap((file) => usedIn(file)));
    const declared = new Set([...always, ...files.flatMap((file) => declaredIn(readFileSync(file, "utf8")))]);
    expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  });

  it("the back office's failure messages are loaded beforehand", () => {
    const screens = pages.flatMap(({ files }) =>
      files.length > 1 && files[0]?.endsWith("admin/layout.tsx")
        ? files.slice(1).filter((file) => file.endsWith("-page.tsx"))
        : [],
    );
    const load = (file: string) =>
      [...readFileSync(file, "utf8").matchAll(/failures: \{\s*load: "([^":]+):/g)].map(([, name]) => name);
    expect(new Set(screens.flatMap(load))).toEqual(new Set(["admin"]));
  });

  it("the search follows imports, such as the footer's texts of the shop's layout", () => {
    const behind = [...filesBehind(join(source, "app/shell/shop-layout.tsx"))];
    expect(behind.flatMap((file) => usedIn(file))).toContain("footer");
  });
});
