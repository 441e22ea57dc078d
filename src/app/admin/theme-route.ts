import { redirect } from "react-router";
import { nextPath } from "#features/accounts/rules/sign-in/next-path.ts";
import { readFields } from "#platform/request/body.server.ts";
import type { Route } from "./+types/theme-route.ts";
import { adminThemeCookie } from "./theme.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readFields(request);
  const back = nextPath(form.get("back"));
  const isOurs = /^\/admin(?:[/?]|$)/.test(back);
  return redirect(isOurs ? back : "/admin", { headers: { "Set-Cookie": adminThemeCookie(form.get("theme") ?? "") } });
}
