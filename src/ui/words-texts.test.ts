/** All texts on screens keep to the words of the glossary. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "#shared/locale.ts";

/** The files of texts that the shop is made of. Source: specification, section 9. */
const NAMESPACES = [
  "common auth admin footer home lottery prize profile quiz success howtowin",
  "privacy cookies terms pastdraws about age-verification",
].flatMap((line) => line.split(" "));

/** Deeper keys are hard to find, in the file and in the code. */
const DEPTH = 3;
/** camelCase with a plural's ending, or the literal of a refusal such as `sold_out`. */
const KEY = /^[a-z][a-zA-Z0-9]*(_[a-z]+)*$/;

/** Sentences that the specification quotes, kept to the letter: with straight apostrophes and three dots. */
const QUOTED = [
  "Cette quantité n'est pas disponible actuellement",
  "Échec de l'envoi des emails",
  "Erreur lors de l'envoi du message",
];

/** Visitors read "draw" and « tirage »; these are the specification's own sentences. The back office, which it describes in its own words, is left out. */
const QUOTED_LOTTERIES = [
  "Failed to load lotteries",
  "Failed to load active lotteries",
  "Failed to load lottery details",
  "Lottery ID is required",
  "Lottery not found",
  "Erreur lors du chargement des loteries terminées",
];

const folder = new URL("../../public/locales/", import.meta.url);

function textsOf(locale: Locale, namespace: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (node: unknown, path: readonly string[]) => {
    if (typeof node === "string") texts.set(path.join("."), node);
    else if (typeof node === "object" && node !== null)
      for (const [key, value] of Object.entries(node)) walk(value, [...path, key]);
    else throw new TypeError(`${locale}/${namespace}.json holds something else than texts at ${path.join(".")}`);
  };
  walk(JSON.parse(readFileSync(new URL(`${locale}/${namespace}.json`, folder), "utf8")), []);
  return texts;
}

/** The lines of a report, `key: text`, for which `isWrong` holds. */
function wrong(texts: Map<string, string>, isWrong: (text: string, key: string) => boolean): string[] {
  return [...texts].filter(([key, text]) => !QUOTED.includes(text) && isWrong(text, key)).map(([key, text]) => `${key}: ${text}`);
}

/** Placeholders, and the tags that components fill. */
function slots(text: string): string[] {
  return (text.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? []).toSorted();
}

/** What is not prose: addresses, times, placeholders, tags. */
function prose(text: string): string {
  return text.replaceAll(/https?:\/\/\S+|\d:\d|<[^>]*>/g, "").replaceAll(/\{\{[^}]*\}\}/g, "x");
}

it.each(LOCALES)("%s has exactly the files of the specification", (locale) => {
  expect(readdirSync(new URL(`${locale}/`, folder)).toSorted()).toEqual(NAMESPACES.map((name) => `${name}.json`).toSorted());
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

  it("have short, regular keys; whatever has one has several", () => {
    const keys = [...english.keys()];
    expect(
      keys.filter(
        (key) => key.split(".").length > DEPTH || key.split(".").some((part) => !KEY.test(part) && !/^\d+$/.test(part)),
      ),
    ).toEqual([]);
    expect(keys.filter((key) => key.endsWith("_one") && !english.has(key.replace(/_one$/, "_other")))).toEqual([]);
  });

  it.each([
    ["English", english],
    ["French", french],
  ])("are neither empty nor padded, have typographic apostrophes and no narrow spaces, in %s", (_language, texts) => {
    expect(wrong(texts, (text) => text.trim() === "" || /^\s|\s$|\s{2}/u.test(text))).toEqual([]);
    expect(wrong(texts, (text) => /[\u202f\u2009]/.test(text))).toEqual([]);
    expect(wrong(texts, (text) => /\p{L}'\p{L}/u.test(text))).toEqual([]);
  });

  it("keep French punctuation together with its word, by a no-break space", () => {
    expect(wrong(french, (text) => /[^\u00a0!?][:;!?%€£»]/.test(prose(text)))).toEqual([]);
    expect(wrong(french, (text) => /«[^\u00a0]/.test(text))).toEqual([]);
    expect(wrong(french, (text) => /"/.test(text))).toEqual([]);
    expect(wrong(french, (text) => /\d \d{3}|\d (?:£|€|%|h\b)/.test(text))).toEqual([]);
  });
});

it("visitors read of draws and « tirages », and of lotteries only in sentences of the specification", () => {
  const found = NAMESPACES.filter((namespace) => namespace !== "admin").flatMap((namespace) =>
    LOCALES.flatMap((locale) => [...textsOf(locale, namespace).values()].filter((text) => /lotter|loterie/i.test(text))),
  );
  expect([...new Set(found)].toSorted()).toEqual(QUOTED_LOTTERIES.toSorted());
});
