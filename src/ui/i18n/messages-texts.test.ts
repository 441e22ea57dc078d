import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCALES } from "#shared/language/locale.ts";
import { LOCALES_FOLDER, NAMESPACES, textsOf } from "./messages-texts.fixture.ts";

/** Deeper keys are hard to find, in the file and in the code. */
const DEPTH = 3;
/** camelCase with a plural suffix, or a refusal's code such as `sold_out`. */
const KEY = /^[a-z][a-zA-Z0-9]*(_[a-z]+)*$/;

/**
 * Visitors read "draw" and « tirage », except in the specification's own sentences. The back office is
 * excluded.
 */
const QUOTED_LOTTERIES = [
  "Failed to load active lotteries",
  "Failed to load lottery details",
  "Lottery ID is required",
  "Lottery not found",
  "Erreur lors du chargement des loteries terminées",
];

/** Placeholders, and the tags that components fill. */
function slots(text: string): string[] {
  return (text.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? []).toSorted();
}

it.each(LOCALES)("%s has exactly the files of the specification, and those of the mails", (locale) => {
  expect(readdirSync(new URL(`${locale}/`, LOCALES_FOLDER)).toSorted()).toEqual(
    NAMESPACES.map((name) => `${name}.json`).toSorted(),
  );
});

describe.each(NAMESPACES)("the texts of %s", (namespace) => {
  const [english, french] = [textsOf("en", namespace), textsOf("fr", namespace)];

  it("have the same keys in both languages, in the same order", () => {
    expect([...french.keys()]).toEqual([...english.keys()]);
  });

  it("have the same placeholders and tags in both languages", () => {
    const differing = [...english].filter(([key, text]) => slots(text).join() !== slots(french.get(key) ?? "").join());
    expect(differing.map(([key, text]) => `${key}: ${text} | ${french.get(key)}`)).toEqual([]);
  });

  it("have short, regular keys; every singular has a plural", () => {
    const keys = [...english.keys()];
    expect(
      keys.filter(
        (key) => key.split(".").length > DEPTH || key.split(".").some((part) => !KEY.test(part) && !/^\d+$/.test(part)),
      ),
    ).toEqual([]);
    expect(keys.filter((key) => key.endsWith("_one") && !english.has(key.replace(/_one$/, "_other")))).toEqual([]);
  });
});

it("say draw and « tirage » to visitors, and lottery only in sentences of the specification", () => {
  const found = NAMESPACES.filter((namespace) => !namespace.startsWith("admin")).flatMap((namespace) =>
    LOCALES.flatMap((locale) => [...textsOf(locale, namespace).values()].filter((text) => /lotter|loterie/i.test(text))),
  );
  expect([...new Set(found)].toSorted()).toEqual(QUOTED_LOTTERIES.toSorted());
});
