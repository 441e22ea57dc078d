/** POST /admin/theme: keeps the choice of light or dark, and goes back to where it was made. */
import { type ActionFunctionArgs, redirect } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { adminThemeCookie } from "./theme.ts";

export function loader() {
  return redirect("/admin");
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readFields(request);
  const back = form.get("back") ?? "";
  const isOurs = /^\/admin(?:[/?]|$)/.test(back);
  return redirect(isOurs ? back : "/admin", { headers: { "Set-Cookie": adminThemeCookie(form.get("theme") ?? "") } });
}
