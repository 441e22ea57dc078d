import { afterEach, describe, expect, it, vi } from "vitest";
import { messagesOfPage, rememberedLocale, switchMessages } from "./messages-browser.ts";

const TEXTS: Record<string, Record<string, string>> = {
  "/locales/en/common.json": { hello: "Hello" },
  "/locales/fr/common.json": { hello: "Bonjour" },
  "/locales/en/quiz.json": { hello: "A question" },
  "/locales/fr/quiz.json": { hello: "Une question" },
};

function browser({ cookies = [] as string[], stored = new Map<string, string>(), fails = new Set<string>() } = {}) {
  vi.stubGlobal("window", {
    location: { protocol: "https:" },
    reportError: () => undefined,
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  });
  vi.stubGlobal("document", {
    set cookie(cookie: string) {
      cookies.push(cookie);
    },
  });
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    const texts = TEXTS[url];
    return texts && !fails.has(url) ? Response.json(texts) : new Response("{}", { status: 404 });
  });
  const block = { textContent: '{"common":{"hello":"Hello","welcome":"Welcome to {{shop}}"}}' };
  const words = messagesOfPage({
    documentElement: { lang: "en", dataset: { shop: "Concours" } },
    getElementById: () => block,
  } as unknown as Document);
  const hello = (ns: "common" | "quiz") => (words.t as (key: string, options: object) => string)("hello", { ns });
  return { words, requests, hello, cookies, stored, fails };
}

afterEach(() => vi.unstubAllGlobals());

describe("the texts of a page", () => {
  it("are available at once, without a request", () => {
    const { words, requests, hello } = browser();
    expect([words.isInitialized, words.hasLoadedNamespace("common"), words.language]).toEqual([true, true, "en"]);
    expect(hello("common")).toBe("Hello");
    expect((words.t as (key: string) => string)("welcome")).toBe("Welcome to Concours");
    expect(requests).toEqual([]);
  });

  it("are loaded once for a page that needs others", async () => {
    const { words, requests, hello } = browser();
    await Promise.all([words.loadNamespaces("quiz"), words.loadNamespaces("quiz")]);
    await words.loadNamespaces(["quiz", "common"]);
    expect(hello("quiz")).toBe("A question");
    expect(requests).toEqual(["/locales/en/quiz.json"]);
  });
});

describe("switching the language", () => {
  it("switches every text in use, and stores the choice for scripts and for the server", async () => {
    const { words, hello, cookies, stored } = browser();
    await words.loadNamespaces("quiz");
    expect(await switchMessages(words, "fr")).toBe(true);
    expect([words.language, hello("common"), hello("quiz")]).toEqual(["fr", "Bonjour", "Une question"]);
    expect(cookies).toEqual(["lang=fr; Path=/; Max-Age=31536000; SameSite=Lax; Secure"]);
    expect(stored.get("i18nextLng")).toBe("fr");
    expect(rememberedLocale()).toBe("fr");
  });

  it("waits for all texts, so that no key is shown", async () => {
    const { words, hello } = browser();
    const shown: string[] = [];
    words.on("languageChanged", () => shown.push(hello("common")));
    await switchMessages(words, "fr");
    expect(shown).toEqual(["Bonjour"]);
  });

  it("switches back without a request", async () => {
    const { words, requests } = browser();
    await switchMessages(words, "fr");
    await switchMessages(words, "en");
    await switchMessages(words, "fr");
    expect(requests).toEqual(["/locales/fr/common.json"]);
  });

  it("changes nothing if texts do not arrive, and can be repeated", async () => {
    const { words, hello, cookies, stored, fails } = browser({ fails: new Set(["/locales/fr/common.json"]) });
    expect(await switchMessages(words, "fr")).toBe(false);
    expect([words.language, hello("common"), cookies, stored.size]).toEqual(["en", "Hello", [], 0]);
    fails.clear();
    expect(await switchMessages(words, "fr")).toBe(true);
    expect(hello("common")).toBe("Bonjour");
  });

  it("fetches later pages in the new language only", async () => {
    const { words, requests } = browser();
    await switchMessages(words, "fr");
    await words.loadNamespaces("quiz");
    expect(requests).toEqual(["/locales/fr/common.json", "/locales/fr/quiz.json"]);
  });

  it("works without storage, by the cookie alone", async () => {
    const { words, cookies } = browser();
    vi.stubGlobal("window", {
      location: { protocol: "http:" },
      get localStorage(): never {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(await switchMessages(words, "fr")).toBe(true);
    expect(cookies).toEqual(["lang=fr; Path=/; Max-Age=31536000; SameSite=Lax"]);
    expect(rememberedLocale()).toBeUndefined();
  });

  it("ignores a stored language that does not exist", () => {
    browser({ stored: new Map([["i18nextLng", "de"]]) });
    expect(rememberedLocale()).toBeUndefined();
  });
});
