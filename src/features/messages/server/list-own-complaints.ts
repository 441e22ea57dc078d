/** A player's own complaints: their numbers, and how each stands. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { OwnComplaint } from "../rules/complaint.ts";
import { listComplaintsFrom } from "./complaint-store.ts";

/** Newest first. What came from an address counts as the player's own once it is verified: anybody can type anybody's. */
export async function listOwnComplaints(
  ctx: Pick<Ctx, "db">,
  player: { readonly email: string; readonly emailVerified: boolean },
): Promise<readonly OwnComplaint[]> {
  if (!player.emailVerified) return [];
  const complaints = await listComplaintsFrom(ctx.db, player.email);
  return complaints.map(({ number, subject, madeAt, answerBy, acknowledgedAt, answeredAt, outcome, answer }) => ({
    ...{ number, subject, madeAt, answeredAt, outcome, answer },
    answerBy: new Date(answerBy.getTime() - 1),
    isConfirmed: acknowledgedAt !== undefined,
  }));
}
