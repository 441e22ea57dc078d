import { data } from "react-router";
import type { NotAllowed } from "../rules/not-allowed.ts";

export function notAllowed() {
  return data<NotAllowed>({ notAllowed: true }, { status: 403 });
}
