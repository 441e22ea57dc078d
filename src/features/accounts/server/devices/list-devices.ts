import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { deviceName, type SignedInDevice } from "../../rules/sign-in/device-name.ts";
import type { Visitor } from "../sessions/read-session.ts";
import { listSessions, listStoredSessions } from "./device-store.ts";

/** The account's live sessions for its owner: the current one first, then the most recently used. */
export async function listDevices(ctx: Ctx, visitor: Pick<Visitor, "id" | "sessionId">): Promise<SignedInDevice[]> {
  const rows = await listSessions(ctx.db, visitor.id, ctx.now());
  const devices = rows.map((row) => {
    const { browser, system } = deviceName(row.user_agent ?? "");
    return {
      id: row.id,
      browser,
      system,
      isProgram: row.is_program,
      isCurrent: row.id === visitor.sessionId,
      signedInOn: londonDate(row.created_at),
      lastUsedOn: londonDate(row.updated_at),
    };
  });
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** A stored session, for the owner's data export and the staff. `device`: "Firefox on Windows". */
export type SignIn = {
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  readonly device: string;
  readonly address: string | undefined;
};

/** All stored sessions of an account, including expired ones, oldest first. */
export async function listSignIns(ctx: Pick<Ctx, "db">, userId: string): Promise<SignIn[]> {
  const rows = await listStoredSessions(ctx.db, userId);
  return rows.map((row) => {
    const { browser, system } = deviceName(row.user_agent ?? "");
    return {
      signedInAt: row.created_at,
      lastUsedAt: row.updated_at,
      device: [browser, system].filter(Boolean).join(" on "),
      address: row.ip_address ?? undefined,
    };
  });
}
