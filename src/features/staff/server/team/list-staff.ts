/** Lists the staff, their sessions and invitations. */
import type { Role } from "#features/access/rules/rights.ts";
import { type Actor, may } from "#features/access/server/actor.ts";
import { deviceName } from "#features/accounts/rules/sign-in/device-name.ts";
import { networkOf } from "#features/accounts/server/devices/account-events.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { listInvitationRows } from "./invitation-store.ts";
import { listStaffRows, listStaffSessionRows, type StaffRow } from "./staff-store.ts";

/** `network`: the address without its last part. `isProgram`: an API client. */
export type StaffSession = {
  readonly id: string;
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isProgram: boolean;
  readonly isCurrent: boolean;
  readonly network: string;
  readonly since: Date;
  readonly lastUsed: Date;
};
export type StaffMember = StaffRow & { readonly isSelf: boolean; readonly sessions: readonly StaffSession[] };
/** `waiting`: for the approval of a second owner. */
export type ListedInvitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
  readonly state: "waiting" | "sent" | "expired";
};

/** Address and role by invitation id. */
export async function listInvited(ctx: Pick<Ctx, "db">): Promise<ReadonlyMap<string, Pick<ListedInvitation, "email" | "role">>> {
  return new Map((await listInvitationRows(ctx.db)).map(({ id, email, role }) => [id, { email, role }]));
}

/** The page of the staff. `sessionId`: the reader's own session. */
export async function listStaff(
  ctx: Ctx,
  actor: Actor,
  sessionId: string,
): Promise<Result<{ staff: readonly StaffMember[]; invitations: readonly ListedInvitation[] }, "forbidden">> {
  if (!(await may(ctx, actor, "staff.read"))) return err("forbidden");
  const now = ctx.now();
  const [rows, sessions, invitations] = await Promise.all([
    listStaffRows(ctx.db),
    listStaffSessionRows(ctx.db, now),
    listInvitationRows(ctx.db),
  ]);
  const staff = rows.map((row) => ({
    ...row,
    isSelf: actor.kind === "admin" && row.id === actor.id,
    sessions: sessions
      .filter((session) => session.user_id === row.id)
      .map((session): StaffSession => {
        const { browser, system } = deviceName(session.user_agent ?? "");
        return {
          ...{ id: session.id, browser, system, isProgram: session.is_program, isCurrent: session.id === sessionId },
          ...{ network: networkOf(session.ip_address ?? ""), since: session.created_at, lastUsed: session.updated_at },
        };
      }),
  }));
  const listed = invitations.map(({ id, email, role, sentAt, expiresAt }): ListedInvitation => {
    const state = expiresAt <= now ? "expired" : sentAt ? "sent" : "waiting";
    return { id, email, role, expiresAt, state };
  });
  return ok({ staff, invitations: listed });
}
