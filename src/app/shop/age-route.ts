/** POST /first-visit/age: the answer to the age gate, from pages without scripts. */
import { redirect } from "react-router";
import { sitePath } from "#features/accounts/rules/sign-in/next-path.ts";
import { ageCookie, SEARCH_SITE } from "#features/site/rules/age.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import type { Route } from "./+types/age-route.ts";

export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const next = sitePath(form.get("next"));
  const age = form.get("age");
  if (age === "adult") {
    const secure = new URL(ctxOf(context).publicUrl).protocol === "https:" ? "; Secure" : "";
    return redirect(next, { status: 303, headers: { "Set-Cookie": ageCookie + secure } });
  }
  if (age !== "minor") return redirect(next, 303);
  // Not a redirect: the page's policy forbids forms that lead to another site.
  return new Response(
    `<!doctype html><html lang="${localeOf(context)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>18+</title><a href="${SEARCH_SITE}">${new URL(SEARCH_SITE).host}</a></html>`,
    { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", Refresh: `0; url=${SEARCH_SITE}` } },
  );
}
