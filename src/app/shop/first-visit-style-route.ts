/** GET /first-visit/style: hides the age gate and cookie bar that the visitor answered, without scripts. */

import { isAgeConfirmed } from "#features/site/rules/age.ts";
import { storedConsent } from "#features/site/rules/cookie-settings.ts";
import type { Call } from "#platform/request/api.server.ts";

export function get({ request }: Call) {
  const cookies = request.headers.get("Cookie") ?? "";
  const consent = storedConsent(cookies);
  const hasChosen = !consent.ok || consent.value !== undefined;
  const rules = [
    ...(isAgeConfirmed(cookies) ? ["--gate-unanswered:none;--behind-gate:visible;"] : []),
    ...(hasChosen ? ["--cookies-unanswered:none;"] : []),
  ];
  return new Response(`:root{${rules.join("")}}`, {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-store", Vary: "Cookie" },
  });
}
