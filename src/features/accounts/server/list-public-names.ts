/** Naming players in public, each as they agreed to be. */
import type { Ctx } from "#platform/ctx.server.ts";
import { publicName } from "../rules/public-name.ts";
import { listPeople } from "./name-store.ts";

/** Names by user id. Unknown ids and erased accounts are left out. */
export async function listPublicNames(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = await listPeople(ctx.db, ids);
  return new Map(
    people.flatMap((person) => {
      const name = publicName(person);
      return name === undefined ? [] : [[person.id, name] as const];
    }),
  );
}
