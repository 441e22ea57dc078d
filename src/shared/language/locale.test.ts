import { describe, expect, it } from "vitest";
import { chooseLocale } from "./locale.ts";

describe("the visitor's language", () => {
  it.each([
    ["says nothing", "/", null, null, "en"],
    ["prefers French", "/", null, "fr", "fr"],
    ["is in Canada", "/", null, "fr-CA,fr;q=0.9,en;q=0.8", "fr"],
    ["reads English before French", "/", null, "en-GB,en;q=0.9,fr;q=0.8", "en"],
    ["weighs French more, though named later", "/", null, "en;q=0.3, fr;q=0.7", "fr"],
    ["reads German first and French next", "/", null, "de-DE,de;q=0.9,fr;q=0.4", "fr"],
    ["reads German only", "/", null, "de", "en"],
    ["refuses French", "/", null, "fr;q=0, de", "en"],
    ["accepts anything", "/", null, "*", "en"],
    ["writes in capitals and with spaces", "/", null, " FR-fr ; Q=0.9 , en ; q=0.8", "fr"],
    ["sends nonsense", "/", null, ";;q=,,fr;q=abc", "en"],
    ["chose French before", "/", "lang=fr", "en-GB", "fr"],
    ["chose English before", "/", "a=b; lang=en; c=d", "fr-FR", "en"],
    ["has a cookie of an unknown language", "/", "lang=de", "fr", "fr"],
    ["has a cookie whose name only ends alike", "/", "xlang=fr", "en", "en"],
    ["follows a link to the French page", "/prize?lng=fr", "lang=en", "en", "fr"],
    ["follows a link with other parameters", "https://concours.test/lottery/1?quantity=25&lng=en#packs", "lang=fr", "fr", "en"],
    ["follows a link to a page in an unknown language", "/prize?lng=de", "lang=fr", "en", "fr"],
    ["has the parameter in the fragment only", "/#?lng=fr", null, "en", "en"],
  ] as const)("a visitor who %s", (_case, url, cookie, acceptLanguage, expected) => {
    expect(chooseLocale({ url, cookie, acceptLanguage })).toBe(expected);
  });

  it("is found in linear time, also with many blanks", () => {
    const begun = performance.now();
    expect(chooseLocale({ url: "/", acceptLanguage: `a${" ".repeat(200_000)}b, fr` })).toBe("fr");
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
