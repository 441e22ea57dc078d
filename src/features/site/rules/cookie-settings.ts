/** The visitor's consent and the two cookies that store it. Source: specification, sections 3 and 4. */
import { err, ok, type Result } from "#shared/result.ts";

/** Kinds of cookies that need consent. */
export const OPTIONAL_COOKIES = ["analytics", "marketing"] as const;
export type OptionalCookie = (typeof OPTIONAL_COOKIES)[number];

export type CookieSettings = { readonly essential: true } & { readonly [kind in OptionalCookie]: boolean };

export const ESSENTIAL_ONLY: CookieSettings = { essential: true, analytics: false, marketing: false };
export const EVERYTHING: CookieSettings = { essential: true, analytics: true, marketing: true };

const CONSENT = "cookie-consent";
const SETTINGS = "cookie-settings";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The cookies that store a choice for 365 days, as `Set-Cookie` and `document.cookie` write them. */
export function consentCookies({ analytics, marketing }: CookieSettings): string[] {
  const settings = encodeURIComponent(JSON.stringify({ essential: true, analytics, marketing }));
  return [`${CONSENT}=true`, `${SETTINGS}=${settings}`].map((pair) => `${pair}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`);
}

/** The choice in a `Cookie` header; undefined if none. `invalid` settings allow nothing optional. */
export function storedConsent(cookies: string): Result<CookieSettings | undefined, "invalid"> {
  const values = new Map(
    cookies.split(";").map((pair): [string, string] => {
      const [name = "", ...value] = pair.trim().split("=");
      return [name, value.join("=")];
    }),
  );
  if (values.get(CONSENT) !== "true") return ok(undefined);
  const settings = parseSettings(values.get(SETTINGS) ?? "");
  return settings ? ok(settings) : err("invalid");
}

function parseSettings(value: string): CookieSettings | undefined {
  let settings: unknown;
  try {
    settings = JSON.parse(decodeURIComponent(value));
  } catch {
    return undefined;
  }
  if (typeof settings !== "object" || settings === null) return undefined;
  const { analytics, marketing } = settings as Record<string, unknown>;
  if (typeof analytics !== "boolean" || typeof marketing !== "boolean") return undefined;
  return { essential: true, analytics, marketing };
}
