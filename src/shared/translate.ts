/** Finds a text and fills it, as i18next would in twenty times as long. Pure. */
import type { Locale } from "./locale.ts";

/** Those of one namespace, by key; a branch holds more of them. */
export type Texts = string | { readonly [key: string]: unknown };
/** What is filled into a text. A `count` chooses the plural too; `returnObjects` asks for a whole branch. */
export type Values = Readonly<Record<string, unknown>>;

/** The text at `path` ("a.b"), in the plural that `values.count` asks for, filled. Undefined where there is none. */
export function translate(texts: Texts | undefined, locale: Locale, path: string, values: Values): unknown {
  const found = endings(values.count, locale)
    .map((ending) => find(texts, path + ending))
    .find((text) => text !== undefined);
  return typeof found === "string" || values.returnObjects === true ? fill(found, values) : undefined;
}

/** The endings of a key to look for, best first. Both languages have "many" for millions; where that has no text of its own, "other" says it. */
function endings(count: unknown, locale: Locale): readonly string[] {
  if (typeof count !== "number") return [""];
  const rule = rules[locale] ?? new Intl.PluralRules(locale);
  rules[locale] = rule;
  return [...(count === 0 ? ["_zero"] : []), `_${rule.select(count)}`, "_other", ""];
}
const rules: Partial<Record<Locale, Intl.PluralRules>> = {};

function find(texts: Texts | undefined, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((node, step) => (isBranch(node) && Object.hasOwn(node, step) ? node[step] : undefined), texts);
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A value with right-to-left letters within Unicode's isolates (FSI, PDI), so that it does not turn the sentence around it; any other as it is. */
export function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

function fill(node: unknown, values: Values): unknown {
  if (typeof node === "string")
    return node.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (slot, name: string) =>
      Object.hasOwn(values, name) ? isolate(String(values[name] ?? "")) : slot,
    );
  if (Array.isArray(node)) return node.map((item) => fill(item, values));
  return isBranch(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fill(value, values)])) : node;
}

function isBranch(node: unknown): node is Record<string, unknown> {
  return typeof node === "object" && node !== null;
}
