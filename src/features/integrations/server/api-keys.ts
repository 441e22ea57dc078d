/** Makes, replaces, revokes and lists API keys. */
import { type Actor, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { truncate } from "#shared/text/truncate.ts";
import {
  type ApiScope,
  expiresAfter,
  isApiScope,
  KEY_DAYS,
  type KeyState,
  keyState,
  LONGEST_KEY_NAME,
  MOST_KEYS,
  MOST_KEYS_WITH_REPLACED,
  overlapUntil,
  renewedUntil,
} from "../rules/api-key.ts";
import {
  type ApiKeyRow,
  countWorkingKeys,
  findKeyByPrefix,
  insertKey,
  listKeyRows,
  lockKey,
  type NewKeyRow,
  setKeyEnd,
} from "./api-key-store.ts";
import { hashKey, keyOfForm, newKey } from "./key-format.ts";

type Context = Pick<Ctx, "db" | "log" | "now" | "env" | "random" | "lastingSecret">;
/** The key is shown only once. */
export type MadeKey = { readonly id: string; readonly key: string };
/** `not_yours`: the maker lacks the right to a scope. `form_used`: the form has made another key. */
export type MakeKeyError =
  | ReauthRefusal
  | "no_name"
  | "no_scope"
  | "bad_scope"
  | "not_yours"
  | "bad_expiry"
  | "too_many"
  | "form_used";

/** Makes a key. `input.form`: the form's request key, with which a repeated request returns the same key. */
export async function makeApiKey(
  ctx: Context,
  actor: Actor,
  input: { readonly name: string; readonly scopes: readonly string[]; readonly days: number; readonly form?: string },
): Promise<Result<MadeKey, MakeKeyError>> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  const name = truncate(input.name.trim(), LONGEST_KEY_NAME);
  if (name === "") return err("no_name");
  if (!KEY_DAYS.some((days) => days === input.days)) return err("bad_expiry");
  const scopes = [...new Set(input.scopes)];
  if (scopes.length === 0) return err("no_scope");
  for (const scope of scopes) {
    if (!isApiScope(scope)) return err("bad_scope");
    if (!(await may(ctx, actor, scope))) return err("not_yours");
  }
  const madeAt = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const working = await countWorkingKeys(tx, madeAt);
    const fresh = input.form && isUuid(input.form) ? keyOfForm(ctx, input.form) : newKey(ctx);
    const before = await findKeyByPrefix(tx, fresh.prefix);
    if (before) {
      const end = expiresAfter(input.days, before.madeAt).getTime();
      const isSame =
        before.madeBy === actor.id &&
        before.name === name &&
        before.expiresAt.getTime() === end &&
        before.scopes.toSorted().join() === scopes.toSorted().join() &&
        keyState(before, madeAt) === "works";
      return isSame ? ok({ id: before.id, key: fresh.key }) : err("form_used");
    }
    if (working >= MOST_KEYS) return err("too_many");
    const row = { name, scopes, madeBy: actor.id, madeAt, expiresAt: expiresAfter(input.days, madeAt) };
    const made = await add(ctx, tx, row, fresh);
    const after = { name, scopes, prefix: made.prefix, expires_at: made.expiresAt };
    await recordChange(tx, { actor, action: "api_key.make", subjectType: "api_key", subjectId: made.id, after, at: madeAt });
    return ok({ id: made.id, key: made.key });
  });
}

/**
 * Makes a key with the same name and the permitted scopes. The old one works for a day more. `over`: it no
 * longer works.
 */
export async function rotateApiKey(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<Result<MadeKey, ReauthRefusal | "not_found" | "over" | "not_yours" | "too_many">> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok) return reauth;
  if (actor.kind !== "admin") return err("forbidden");
  if (!isUuid(id)) return err("not_found");
  const now = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const working = await countWorkingKeys(tx, now);
    const old = await lockKey(tx, id);
    if (!old) return err("not_found");
    if (["revoked", "expired"].includes(keyState(old, now))) return err("over");
    const txCtx = { ...ctx, db: tx };
    for (const scope of old.scopes) if (!isApiScope(scope) || !(await may(txCtx, actor, scope))) return err("not_yours");
    if (working >= MOST_KEYS_WITH_REPLACED) return err("too_many");
    const { name, scopes } = old;
    const made = await add(ctx, tx, { name, scopes, madeBy: actor.id, madeAt: now, expiresAt: renewedUntil(old, now) });
    const until = overlapUntil(old, now);
    await setKeyEnd(tx, old.id, { expires_at: until });
    const before = { prefix: old.prefix, expires_at: old.expiresAt };
    const after = { prefix: made.prefix, expires_at: made.expiresAt, old_until: until };
    await recordChange(tx, {
      actor,
      action: "api_key.rotate",
      subjectType: "api_key",
      subjectId: old.id,
      before,
      after,
      at: now,
    });
    return ok({ id: made.id, key: made.key });
  });
}

/** Revokes a key at once and permanently; idempotent. */
export async function revokeApiKey(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<Result<undefined, ReauthRefusal | "not_found">> {
  const reauth = await requireReauth(ctx, actor, "integrations.manage");
  if (!reauth.ok) return reauth;
  if (!isUuid(id)) return err("not_found");
  const at = ctx.now();
  return ctx.db.transaction().execute(async (tx) => {
    const key = await lockKey(tx, id);
    if (!key) return err("not_found");
    if (key.revokedAt) return ok();
    await setKeyEnd(tx, id, { revoked_at: at });
    const before = { prefix: key.prefix };
    await recordChange(tx, { actor, action: "api_key.revoke", subjectType: "api_key", subjectId: id, before, at });
    return ok();
  });
}

/** Stores a new key. */
async function add(ctx: Context, tx: Tx, row: Omit<NewKeyRow, "prefix" | "hash">, { key, prefix } = newKey(ctx)) {
  const id = await insertKey(tx, { ...row, prefix, hash: hashKey(ctx, key) });
  return { ...row, id, key, prefix };
}

const MOST_LISTED = 200;

/** `idleScopes`: scopes that have no effect because the maker has lost the right. */
export type ListedKey = Omit<ApiKeyRow, "madeBy" | "scopes"> & {
  readonly scopes: readonly ApiScope[];
  readonly idleScopes: readonly ApiScope[];
  readonly state: KeyState;
  readonly maker: string;
};

/** The newest keys for staff. */
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
