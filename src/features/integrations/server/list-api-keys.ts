/** The keys of the shop, for whoever manages them. */
import { type Actor, may } from "#features/accounts/server/actor.ts";
import { listContacts } from "#features/accounts/server/list-contacts.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type KeyState, keyState } from "../rules/api-key.ts";
import { type ApiScope, isApiScope } from "../rules/scopes.ts";
import { type ApiKeyRow, listKeyRows } from "./api-key-store.ts";

const MOST_LISTED = 200;

/** `idleScopes`: what it was made for and its maker may not do any more, so that it may not either. */
export type ListedKey = Omit<ApiKeyRow, "madeBy" | "scopes"> & {
  readonly scopes: readonly ApiScope[];
  readonly idleScopes: readonly ApiScope[];
  readonly state: KeyState;
  /** Empty where the account is erased. */
  readonly maker: string;
};

/** Newest first. */
export async function listApiKeys(
  ctx: Pick<Ctx, "db" | "log" | "now" | "env">,
  actor: Actor,
): Promise<Result<readonly ListedKey[], "forbidden">> {
  if (!(await may(ctx, actor, "integrations.manage"))) return err("forbidden");
  const rows = await listKeyRows(ctx.db, MOST_LISTED);
  const makers = [...new Set(rows.map(({ madeBy }) => madeBy))];
  const people = await listContacts(ctx, makers);
  const listed = rows.map(async ({ madeBy, ...row }): Promise<ListedKey> => {
    const scopes = row.scopes.filter(isApiScope);
    const allowed = await Promise.all(scopes.map((scope) => may(ctx, { kind: "admin", id: madeBy }, scope)));
    const person = people.get(madeBy);
    return {
      ...row,
      scopes,
      idleScopes: scopes.filter((_, i) => !allowed[i]),
      state: keyState(row, ctx.now()),
      maker: person ? `${person.firstName} ${person.lastName}`.trim() : "",
    };
  });
  return ok(await Promise.all(listed));
}
