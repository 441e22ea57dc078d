/** The two consent cookies: round trips, and rejection of invalid values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consentCookies, ESSENTIAL_ONLY, EVERYTHING, storedConsent } from "./cookie-settings.ts";

const header = (settings: Parameters<typeof consentCookies>[0]) =>
  consentCookies(settings)
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

describe("a choice", () => {
  it("is kept in two cookies for 365 days, for the whole site", () => {
    expect(consentCookies(ESSENTIAL_ONLY).map(decodeURIComponent)).toEqual([
      "cookie-consent=true; Path=/; Max-Age=31536000; SameSite=Lax",
      'cookie-settings={"essential":true,"analytics":false,"marketing":false}; Path=/; Max-Age=31536000; SameSite=Lax',
    ]);
  });

  it("comes back as it was made, among other cookies", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (analytics, marketing) => {
        const settings = { essential: true, analytics, marketing } as const;
        expect(storedConsent(`lang=fr; ${header(settings)}; flash=a=b`)).toEqual({ ok: true, value: settings });
      }),
    );
  });
});

describe("no choice", () => {
  it.each(["", "lang=fr", "cookie-consent=false", header(EVERYTHING).replace("cookie-consent=true; ", "")])("%j", (cookies) => {
    expect(storedConsent(cookies)).toEqual({ ok: true, value: undefined });
  });
});

describe("a choice that cannot be read", () => {
  it.each(["", "true", "null", "[]", "{}", "%7B", "%E0%A4%A", '{"analytics":1,"marketing":true}', '{"analytics":true}'])(
    "%j allows nothing",
    (value) => {
      expect(storedConsent(`cookie-consent=true; cookie-settings=${value}`)).toEqual({ ok: false, error: "invalid" });
    },
  );

  it("whatever stands there, only the two booleans are taken from it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), fc.boolean(), (other, analytics, marketing) => {
        const value = encodeURIComponent(JSON.stringify({ ...other, analytics, marketing }));
        const settings = { essential: true, analytics, marketing };
        expect(storedConsent(`cookie-consent=true; cookie-settings=${value}`)).toEqual({ ok: true, value: settings });
      }),
    );
  });
});
