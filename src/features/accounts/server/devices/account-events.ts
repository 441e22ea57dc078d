/** Records events of sign-in and account security in the audit log. */
import type { AuditAction } from "#features/access/rules/audit-actions.ts";
import { recordChange } from "#features/access/server/actor.ts";
import { insertStaffEvent } from "#features/access/server/admin-store.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
/** Audited events of sign-in and account security. The log is permanent, so players' routine is left out. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { deviceName } from "../../rules/sign-in/device-name.ts";
import type { Device } from "../sessions/new-session.ts";

type AccountAction = Extract<
  AuditAction,
  `${"session" | "proof" | "password" | "email" | "account" | "factor" | "passkey"}.${string}`
>;

/** Records what a person did to their own account. The log is permanent: players' routine is not recorded. */
export async function recordAccountEvent(
  ctx: Pick<Ctx, "now">,
  db: Db | Tx,
  event: { readonly userId: string; readonly action: AccountAction; readonly after?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { userId, action, after } = event;
  const actor = { kind: "account_owner", id: userId } as const;
  await recordChange(db, { actor, action, subjectType: "user", subjectId: userId, after, at: ctx.now() });
}

/**
 * Whether the entry is recorded. Limits entries that players cause on their account, or strangers on
 * staff's.
 */
export async function hasRoomInLog(
  ctx: Ctx,
  { userId, action }: { readonly userId: string; readonly action: AccountAction },
): Promise<boolean> {
  return (await consumeRateLimit(ctx, "ownEventsByUser", `${userId} ${action}`)) === 0;
}

/** Records the event only for staff. One statement for all accounts, so that timing reveals nothing. */
export async function recordStaffEvent(
  ctx: Pick<Ctx, "db" | "now">,
  event: {
    readonly who: { readonly email: string } | { readonly userId: string };
    readonly action: AccountAction;
    readonly device?: Device;
  },
): Promise<void> {
  const { who, action, device } = event;
  const after = device && { ...deviceName(device.userAgent), network: networkOf(device.address) };
  await insertStaffEvent(ctx.db, { who, action, after, at: ctx.now() });
}

/** "203.0.113.7" → "203.0.113.0/24". IPv6 addresses are already cut to their network. */
export function networkOf(address: string): string {
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replace(/\d+$/, "0/24") : address;
}
