import { data } from "react-router";
import type { NotAllowed } from "../rules/not-allowed.ts";

/** The 403 that a loader or action throws where the role lacks a right. The layout shows a page for it. */
export function notAllowed() {
  return data<NotAllowed>({ notAllowed: true }, { status: 403 });
}
