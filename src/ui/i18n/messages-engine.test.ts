/** The server speaks through i18next, the browser through less: here they are held to say the same. */
import type { i18n } from "i18next";
import { describe, expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { LOCALES, type Locale } from "#shared/locale.ts";
import { createEngine } from "./messages-engine.ts";

type Say = (key: string, values?: object) => unknown;
const server = readMessages(messagesFolder());
const browser = (locale: Locale) =>
  createEngine({
    locale,
    shop: "Concours",
    inlined: server[locale].store.data[locale] ?? {},
    load: async () => ({}),
    retries: { maxRetries: 0, retryTimeout: 0 },
  });

/** Every path of a file, branches too, plurals by their plain name. */
function paths(node: unknown, path = ""): string[] {
  if (typeof node !== "object" || node === null) return [path.replace(/_(zero|one|other)$/, "")];
  const below = Object.entries(node).flatMap(([key, value]) => paths(value, path === "" ? key : `${path}.${key}`));
  return path === "" ? below : [path, ...below];
}

/** Values for every slot of a text, with characters that careless engines change. */
const VALUES = {
  name: "Zoé <b>& $1 $& {{total}}</b>",
  number: "CONC-0042-000137",
  total: "6\u00a0000",
  tickets: 25,
  word: "",
  address: null,
};
const COUNTS = [undefined, 0, 1, 1.5, 2, 21, 1_000_000, 2_500_000];
/** Enough for what says the same of any number. */
const FEW = [undefined, 2];

/** Does this text, or one below this branch, depend on a number? */
function isCounted(texts: unknown, path: string): boolean {
  const at = (node: unknown, step: string) => (typeof node === "object" && node !== null ? Reflect.get(node, step) : undefined);
  const [name = "", ...above] = path.split(".").reverse();
  const branch = above.reverse().reduce<unknown>(at, texts);
  return at(branch, `${name}_other`) !== undefined || /_other":/.test(JSON.stringify(at(branch, name) ?? ""));
}

describe.each(LOCALES)("in %s, server and browser say the same", (locale) => {
  const namespaces = Object.entries(server[locale].store.data[locale] ?? {});
  it.each(namespaces)("of every text of %s", (namespace, texts) => {
    const say = (words: i18n) =>
      [...new Set(paths(texts))].flatMap((path) =>
        (isCounted(texts, path) ? COUNTS : FEW).flatMap((count) => {
          const values = { ...VALUES, ...(count !== undefined && { count }) };
          const [t, fixed] = [words.t as unknown as Say, words.getFixedT(null, namespace as "common") as unknown as Say];
          const branch = fixed(path, { ...values, returnObjects: true });
          return [t(`${namespace}:${path}`, values), t(path, { ...values, ns: namespace }), fixed(path, values), branch];
        }),
      );
    expect(say(browser(locale))).toEqual(say(server[locale]));
  });

  it("of a text that does not exist: its key", () => {
    for (const words of [server[locale], browser(locale)])
      expect((words.t as unknown as Say)("no.such.text", { count: 2 })).toBe("no.such.text");
  });
});
