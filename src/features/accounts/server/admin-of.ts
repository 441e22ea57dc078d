/** The administrator behind a request, as use-cases want to know them. */
import type { RouterContextProvider } from "react-router";
import type { Actor } from "./actor.ts";
import { requireAdmin, type Visitor } from "./find-visitor.ts";

/** For loaders and actions of the back office. Everybody else, signed in or not, is sent home (a thrown redirect). */
export async function adminOf(context: Readonly<RouterContextProvider>, request: Request): Promise<Actor> {
  return actorOf(await requireAdmin(context, request));
}

/** Whoever is signed in, as they act; whether they may is looked up by what they do. */
export function actorOf({ id, provedAt }: Pick<Visitor, "id" | "provedAt">): Actor {
  return { kind: "admin", id, provedAt };
}
