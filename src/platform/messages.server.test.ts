import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messagesFolder, readMessages, watchMessages } from "./messages.server.ts";

let folder: string;
const url = () => pathToFileURL(`${folder}/`);
const write = (locale: string, namespace: string, texts: string) => {
  mkdirSync(join(folder, locale), { recursive: true });
  writeFileSync(join(folder, locale, `${namespace}.json`), texts);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "words-"));
  write("en", "common", '{"greeting": "Hello {{name}}", "onlyHere": "Only in English"}');
  write("fr", "common", '{"greeting": "Bonjour {{name}}"}');
  write("en", "quiz", '{"left_one": "{{count}} try left", "left_other": "{{count}} tries left"}');
  write("fr", "quiz", '{"left_one": "{{count}} essai restant", "left_other": "{{count}} essais restants"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The made-up keys are not typed. */
const t = (words: ReturnType<typeof readMessages>, locale: "en" | "fr", ns: string, key: string, values = {}) =>
  (words[locale].t as (key: string, options: object) => string)(key, { ns, ...values });

describe("the words of the server", () => {
  it("speaks both languages at once, each in its own instance", () => {
    const words = readMessages(url());
    expect([
      t(words, "fr", "common", "greeting", { name: "Zoé" }),
      t(words, "en", "common", "greeting", { name: "Zoé" }),
    ]).toEqual(["Bonjour Zoé", "Hello Zoé"]);
  });

  it("counts as each language counts: none is plural in English, singular in French", () => {
    const words = readMessages(url());
    expect([t(words, "en", "quiz", "left", { count: 0 }), t(words, "fr", "quiz", "left", { count: 0 })]).toEqual([
      "0 tries left",
      "0 essai restant",
    ]);
  });

  it("leaves escaping to what shows the text", () => {
    expect(t(readMessages(url()), "en", "common", "greeting", { name: "<O'Hara & Sons>" })).toBe("Hello <O'Hara & Sons>");
  });

  it("falls back to English", () => {
    expect(t(readMessages(url()), "fr", "common", "onlyHere")).toBe("Only in English");
  });

  it("does not start without a language, and names a file that is not JSON", () => {
    write("en", "common", '{"greeting": ');
    expect(() => readMessages(url())).toThrow(/en\/common\.json/);
    rmSync(join(folder, "fr"), { recursive: true });
    write("en", "common", "{}");
    expect(() => readMessages(url())).toThrow(/ENOENT.*fr/);
  });

  it("takes a changed text over while developing, and outlives a half-written file", async () => {
    const words = readMessages(url());
    watchMessages(words, url());
    write("fr", "common", '{"greeting": ');
    write("fr", "common", '{"greeting": "Salut {{name}}"}');
    await vi.waitFor(() => expect(t(words, "fr", "common", "greeting", { name: "Zoé" })).toBe("Salut Zoé"), 5_000);
  });

  it("finds the shop's own texts", () => {
    const words = readMessages(messagesFolder());
    expect(words.en.options.ns).toContain("age-verification");
    expect(words.fr.options.ns).toEqual(words.en.options.ns);
  });
});
