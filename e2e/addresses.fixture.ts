/** All routes of the shop, with the names of fields and values in their files, as input for fuzzing. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../src/routes.ts";

export type Address = {
  /** As in a router: "/lottery/:lotteryId?". */
  readonly path: string;
  readonly takesForms: boolean;
  readonly words: readonly string[];
};

export async function listAddresses(): Promise<Address[]> {
  const found = new Map<string, Address>();
  for (const address of [...leaves(await routes), ...apiAddresses()]) found.set(address.path, address);
  return [...found.values()];
}

function leaves(entries: readonly RouteConfigEntry[], base = ""): Address[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    if (entry.children) return leaves(entry.children, path);
    const source = sourceOf(entry.file);
    return [{ path: `/${path}`, takesForms: /export (?:async )?function action\b/.test(source), words: wordsOf(source) }];
  });
}

function apiAddresses(): Address[] {
  return globSync("src/{features/*/api/routes,app/http/api/api}.ts").flatMap((router) => {
    const source = readFileSync(router, "utf8");
    const lines = [...source.matchAll(/\.(?:get|post|delete)\(\s*"(\/[^"]+)",[^"]*?handle\((\w+)/g)];
    return [...Map.groupBy(lines, ([, path = ""]) => path)].map(([path, own]) => {
      const files = own.flatMap(([, , name = ""]) => new RegExp(`as ${name} from "([^"]+)"`).exec(source)?.[1] ?? []);
      // A list with an API key has no file of its own: its fields are in the rules beside the router.
      const sources =
        files.length > 0
          ? files.map((file) => (file.startsWith("#") ? resolve("src", file.slice(1)) : resolve(router, "..", file)))
          : [router];
      const words = wordsOf(sources.map(sourceOf).join("\n"));
      return { path, takesForms: own.some(([line]) => line.startsWith(".post")), words };
    });
  });
}

function sourceOf(file: string): string {
  return [file, ...services(file)].map((each) => readFileSync(each, "utf8")).join("\n");
}

function wordsOf(source: string): string[] {
  const words = [...source.matchAll(/"([A-Za-z][\w-]{1,30})"|\b([a-z]\w{2,20}):/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(words)];
}

/** Modules beside a route often read its form. */
function services(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/from "(\.{1,2}\/[^"]+\.ts)"/g)]
    .map(([, name = ""]) => resolve(file, "..", name))
    .filter(existsSync);
}
