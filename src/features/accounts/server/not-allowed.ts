/** How a page of the back office says that somebody's role does not reach so far. */
import { data } from "react-router";
import type { NotAllowed } from "../rules/not-allowed.ts";

/** To be thrown by a loader or an action: the frame stays, and says so in place of the page. */
export function notAllowed() {
  return data<NotAllowed>({ notAllowed: true }, { status: 403 });
}
