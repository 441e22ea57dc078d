/**
 * Queues mails to the staff about roles, invitations and proposals. `by`: the name of who acted, empty for
 * the command line.
 */
import { randomUUID } from "node:crypto";
import { type Role, rolesWith } from "#features/access/rules/rights.ts";
import { type Actor, adminIdOf } from "#features/access/server/actor.ts";
import { findAccount } from "#features/accounts/server/sign-in/credential-store.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { PROPOSAL_RIGHTS, type ProposalKind, type ProposalState } from "../../rules/proposals.ts";
import type { Invitation } from "./invitation-store.ts";
import { findStaffName, listStaffReaders } from "./staff-store.ts";

export type StaffMail = JobData["staff-mail"];
type Context = Pick<Ctx, "jobs">;

/** To the invited address. Its reader may have no account yet. */
export async function mailInvitation(
  ctx: Context,
  tx: Tx,
  { id, email, role, locale, invitedBy }: Pick<Invitation, "id" | "email" | "role" | "locale" | "invitedBy">,
): Promise<void> {
  const by = await findStaffName(tx, invitedBy);
  await ctx.jobs.send(tx, "staff-mail", { message: "staff-invited", about: id, to: email, firstName: "", locale, role, by });
}

/** To the person and to the other owners. */
export async function mailRoleChange(
  ctx: Context,
  tx: Tx,
  actor: Actor | { readonly kind: "account_owner"; readonly id: string },
  { userId, before, after }: { readonly userId: string; readonly before: Role | undefined; readonly after: Role | undefined },
): Promise<void> {
  const actorId = "id" in actor ? actor.id : undefined;
  const facts = {
    about: randomUUID(),
    person: await findStaffName(tx, userId),
    by: actorId === undefined || actorId === userId ? "" : await findStaffName(tx, actorId),
    ...(before && { was: before }),
    ...(after && { role: after }),
  };
  const account = await findAccount(tx, { id: userId });
  if (account?.email) {
    const { email: to, first_name: firstName, locale } = account;
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-role", ...facts, userId, to, firstName, locale });
  }
  for (const reader of await listStaffReaders(tx, ["owner"], actorId === undefined ? [userId] : [userId, actorId]))
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-changed", ...facts, ...reader });
}

/** To all others who may decide. */
export async function mailProposal(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, kind }: { readonly id: string; readonly kind: ProposalKind },
): Promise<void> {
  const own = adminIdOf(actor);
  const by = own === undefined ? "" : await findStaffName(tx, own);
  for (const reader of await listStaffReaders(tx, rolesWith(PROPOSAL_RIGHTS[kind]), own === undefined ? [] : [own]))
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-proposal", about: id, kind, by, ...reader });
}

/** To the proposer. */
export async function mailDecision(
  ctx: Context,
  tx: Tx,
  decided: {
    readonly id: string;
    readonly kind: ProposalKind;
    readonly proposedBy: string | undefined;
    readonly state: Exclude<ProposalState, "open" | "withdrawn">;
    readonly by: string | undefined;
  },
): Promise<void> {
  const { id, kind, proposedBy, state } = decided;
  const account = proposedBy === undefined ? undefined : await findAccount(tx, { id: proposedBy });
  if (!account?.email || proposedBy === undefined) return;
  const { email: to, first_name: firstName, locale } = account;
  const by = decided.by === undefined ? "" : await findStaffName(tx, decided.by);
  await ctx.jobs.send(tx, "staff-mail", {
    ...{ message: "staff-decided", about: id, kind, state, by },
    ...{ userId: proposedBy, to, firstName, locale },
  });
}
