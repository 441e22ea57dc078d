/** What happens to the way into an account, for the audit log. Routine of players is left out: the log keeps for ever, and they need not be watched. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { AuditAction } from "../rules/audit-actions.ts";
import { deviceName } from "../rules/device-name.ts";
import { recordChange } from "./actor.ts";
import { insertStaffEvent } from "./admin-store.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import type { Device } from "./new-session.ts";

type AccountAction = Extract<
  AuditAction,
  `${"session" | "proof" | "password" | "email" | "account" | "factor" | "passkey"}.${string}`
>;

export async function recordAccountEvent(
  ctx: Pick<Ctx, "now">,
  db: Db | Tx,
  event: { readonly userId: string; readonly action: AccountAction; readonly after?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { userId, action, after } = event;
  const actor = { kind: "owner", id: userId } as const;
  await recordChange(db, { actor, action, subjectType: "user", subjectId: userId, after, at: ctx.now() });
}

/** Whether the log takes another line of what somebody may do to their own account, or anybody to one of the staff, without an end. Not within a transaction. */
export async function hasRoomInLog(
  ctx: Ctx,
  { userId, action }: { readonly userId: string; readonly action: AccountAction },
): Promise<boolean> {
  return (await consumeRateLimit(ctx, "ownEventsByUser", `${userId} ${action}`)) === 0;
}

/** Of administrators alone: signing in and out, and trying to. One statement whoever it is, so that nobody can measure who is one. */
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

/** "203.0.113.7" → "203.0.113.0/24"; an IPv6 network as limits count it already is one. */
export function networkOf(address: string): string {
  return /^\d+\.\d+\.\d+\.\d+$/.test(address) ? address.replace(/\d+$/, "0/24") : address;
}
