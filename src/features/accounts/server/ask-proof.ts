import { data, redirect } from "react-router";
import { pageAddress } from "../rules/next-path.ts";
import { CONFIRM_PAGE, MOST_KEPT_CHARACTERS, type ProofAsked } from "../rules/proof-asked.ts";

/** To be thrown by an action: the frame shows the question in place of the page, and sends `form` again once it is answered. */
export function proofNeeded(request: Request, form: URLSearchParams) {
  const fields = form.toString().length > MOST_KEPT_CHARACTERS ? undefined : [...form];
  const asked: ProofAsked = { proofAsked: true, next: pageAddress(request.url), fields };
  return data(asked, { status: 403 });
}

/** To be thrown by the loader of a file: the question, and then the file. */
export function proofNeededForFile(request: Request): Response {
  return redirect(`${CONFIRM_PAGE}?file=1&next=${encodeURIComponent(pageAddress(request.url))}`);
}
