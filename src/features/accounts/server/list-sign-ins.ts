/** From where somebody was signed in, as far as it is kept: evidence for a bank that a purchase was theirs. */
import type { Ctx } from "#platform/ctx.server.ts";
import { deviceName } from "../rules/device-name.ts";
import { listKeptSessions } from "./device-store.ts";

export type SignIn = {
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
  /** Such as "Firefox on Windows"; empty where the browser did not say. */
  readonly device: string;
  /** Absent where none was kept. */
  readonly address: string | undefined;
};

/** Oldest first. Sessions that were ended are gone. */
export async function listSignIns(ctx: Pick<Ctx, "db">, userId: string): Promise<SignIn[]> {
  const rows = await listKeptSessions(ctx.db, userId);
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
