/** The administrator behind a request, as use-cases want to know them. */
import type { RouterContextProvider } from "react-router";
import type { Actor } from "./actor.ts";
import { requireAdmin } from "./find-visitor.ts";

/** For loaders and actions of the back office. Everybody else, signed in or not, is sent home (a thrown redirect). */
export async function adminOf(context: Readonly<RouterContextProvider>, request: Request): Promise<Actor> {
  const { id } = await requireAdmin(context, request);
  return { kind: "admin", id };
}
