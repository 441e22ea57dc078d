/** Compares translations with the English texts, and fills gaps with English. Pure. */

/** A file of texts: texts by name, some in lists. */
export type TextTree = { readonly [name: string]: string | TextTree } | readonly (string | TextTree)[];

/** A text to translate. `path` is like `hero.status.live`, with the plural suffix if any. */
export type Translatable = {
  readonly path: string;
  readonly english: string;
  /** Example numbers of this plural form, such as 2, 3, 4; undefined without a plural. */
  readonly counts?: readonly number[] | undefined;
};

/** A file of texts compared with the English one. Paths are those of `Translatable`. */
export type Survey = {
  readonly namespace: string;
  readonly total: number;
  readonly missing: readonly string[];
  /** No text, or other placeholders or tags than English: English is shown. */
  readonly faulty: readonly string[];
  /** English has no such message. */
  readonly unknown: readonly string[];
};

/** All texts of a tree by path. */
export function flatten(tree: unknown): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  const walk = (node: unknown, path: string) => {
    if (typeof node !== "object" || node === null) texts.set(path, node);
    else for (const [key, value] of Object.entries(node)) walk(value, path === "" ? key : `${path}.${key}`);
  };
  walk(tree, "");
  return texts;
}

/**
 * Plural categories of whole numbers with example numbers. Includes "other"; "zero" only if the language
 * has it.
 */
function pluralCategories(locale: string): Plurals {
  const known = pluralsByLocale.get(locale) ?? findPlurals(locale);
  pluralsByLocale.set(locale, known);
  return known;
}
type Plurals = ReadonlyMap<string, readonly number[]>;
const pluralsByLocale = new Map<string, Plurals>();

function findPlurals(locale: string): Plurals {
  const rules = new Intl.PluralRules(locale);
  const plurals = new Map<string, number[]>();
  for (let n = 0; n <= 120; n++) {
    const kind = rules.select(n);
    plurals.set(kind, [...(plurals.get(kind) ?? []), n]);
  }
  return plurals.has("other") ? plurals : plurals.set("other", []);
}

/** The texts that a language needs: with its own plurals, in the order of the English file. */
export function translatables(english: TextTree, locale: string): readonly Translatable[] {
  const texts = flatten(english) as Map<string, string>;
  const plurals = [...pluralCategories(locale)];
  const wanted = [...texts].flatMap(([path, text]): Translatable[] => {
    const base = pluralBase(path, texts);
    if (base === undefined) return [{ path, english: text }];
    if (path.endsWith("_one")) {
      const other = texts.get(`${base}_other`) ?? text;
      return plurals.map(([kind, counts]) => ({
        path: `${base}_${kind}`,
        english: kind === "one" ? text : other,
        counts: counts.slice(0, 6),
      }));
    }
    return [];
  });
  // English may have its own text for zero, which coincides with Welsh's plural category.
  return [...new Map(wanted.map((each) => [each.path, each])).values()];
}

/** The path without its plural suffix, if the text has "one" and "other". */
function pluralBase(path: string, texts: ReadonlyMap<string, string>): string | undefined {
  const base = path.replace(/_(?:one|other)$/, "");
  return base !== path && texts.has(`${base}_one`) && texts.has(`${base}_other`) ? base : undefined;
}

/**
 * Whether placeholders and tags differ from English, or nested references occur. A plural may omit its
 * number.
 */
function isFaulty(text: unknown, { english, counts }: Translatable): boolean {
  if (typeof text !== "string") return true;
  const [inEnglish, inTranslation] = [placeholders(english), placeholders(text)];
  const missing = [...inEnglish].filter((slot) => !inTranslation.has(slot) && !(counts && slot === "{{count}}"));
  return missing.length > 0 || [...inTranslation].some((slot) => !inEnglish.has(slot));
}

/** Placeholders, nested references and tags. */
function placeholders(text: string): Set<string> {
  return new Set(text.match(/\{\{[^}]*\}\}|\$t\(|<\/?[\w-]+\s*\/?>/g) ?? []);
}

/** Compares a file with the English one. */
export function surveyFile(namespace: string, english: TextTree, translated: TextTree | undefined, locale: string): Survey {
  const wanted = translatables(english, locale);
  const translations = flatten(translated ?? {});
  const isMissing = ({ path }: Translatable) => (translations.get(path) ?? "") === "";
  const paths = new Set(wanted.map(({ path }) => path));
  return {
    namespace,
    total: wanted.length,
    missing: wanted.filter(isMissing).map(({ path }) => path),
    faulty: wanted.filter((each) => !isMissing(each) && isFaulty(translations.get(each.path), each)).map(({ path }) => path),
    unknown: [...translations.keys()].filter((path) => path !== "" && !paths.has(path)),
  };
}

/** A file in the shape of the English one, with English in place of missing and faulty texts. */
export function fillGaps(english: TextTree, translated: TextTree | undefined, locale: string): TextTree {
  const filled = structuredClone(english);
  const translations = flatten(translated ?? {});
  const usableText = (each: Translatable) => {
    const text = translations.get(each.path);
    return text && !isFaulty(text, each) ? (text as string) : undefined;
  };
  for (const each of translatables(english, locale)) {
    const other = { ...each, path: each.path.replace(/_[a-z]+$/, "_other") };
    setText(filled, each.path, usableText(each) ?? (each.counts && usableText(other)) ?? each.english);
  }
  return filled;
}

function setText(tree: TextTree, path: string, text: string): void {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const branch = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], tree);
  (branch as Record<string, string>)[last] = text;
}

/** A file of texts (by path) in the order of the English one. Undefined if it would be empty. */
export function treeOf(english: TextTree, texts: ReadonlyMap<string, string>, locale: string): TextTree | undefined {
  const root: Record<string, unknown> = {};
  for (const { path } of translatables(english, locale)) {
    const text = texts.get(path);
    if (!text) continue;
    const steps = path.split(".");
    let [node, model]: [Record<string, unknown>, unknown] = [root, english];
    for (const step of steps.slice(0, -1)) {
      model = (model as Record<string, unknown> | undefined)?.[step];
      node[step] ??= Array.isArray(model) ? [] : {};
      node = node[step] as Record<string, unknown>;
    }
    node[steps.at(-1) ?? ""] = text;
  }
  return Object.keys(root).length > 0 ? (root as TextTree) : undefined;
}
