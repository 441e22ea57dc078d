import { data, redirect } from "react-router";
import { CONFIRM_PAGE, MOST_CARRIED_CHARACTERS, type ReauthRequired } from "#features/access/rules/reauth.ts";
import { pageAddress } from "../../rules/sign-in/next-path.ts";

/** Thrown by actions: the page asks for re-authentication and then resubmits `form`. */
export function reauthNeeded(request: Request, form: URLSearchParams) {
  const fields = form.toString().length > MOST_CARRIED_CHARACTERS ? undefined : [...form];
  const body: ReauthRequired = { reauthRequired: true, next: pageAddress(request.url), fields };
  return data(body, { status: 403 });
}

/** Thrown by loaders of files: redirects to re-authentication, and from there to the file. */
export function reauthNeededForFile(request: Request): Response {
  return redirect(`${CONFIRM_PAGE}?file=1&next=${encodeURIComponent(pageAddress(request.url))}`);
}
