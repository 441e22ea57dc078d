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
type Sending = Pick<Ctx, "jobs">;

/** Invited people may have no account yet. */
export async function mailInvitation(
  ctx: Sending,
  tx: Tx,
  { id, email, role, locale, invitedBy }: Pick<Invitation, "id" | "email" | "role" | "locale" | "invitedBy">,
): Promise<void> {
  const by = await findStaffName(tx, invitedBy);
  await ctx.jobs.send(tx, "staff-mail", { message: "staff-invited", about: id, to: email, firstName: "", locale, role, by });
}

export async function mailRoleChange(
  ctx: Sending,
  tx: Tx,
  actor: Actor | { readonly kind: "owner"; readonly id: string },
  { userId, before, after }: { readonly userId: string; readonly before: Role | undefined; readonly after: Role | undefined },
): Promise<void> {
  const did = "id" in actor ? actor.id : undefined;
  const facts = {
    about: randomUUID(),
    person: await findStaffName(tx, userId),
    by: did === undefined || did === userId ? "" : await findStaffName(tx, did),
    ...(before && { was: before }),
    ...(after && { role: after }),
  };
  const account = await findAccount(tx, { id: userId });
  if (account?.email) {
    const { email: to, first_name: firstName, locale } = account;
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-role", ...facts, userId, to, firstName, locale });
  }
  for (const reader of await listStaffReaders(tx, ["owner"], did === undefined ? [userId] : [userId, did]))
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-changed", ...facts, ...reader });
}

export async function mailProposal(
  ctx: Sending,
  tx: Tx,
  actor: Actor,
  { id, kind }: { readonly id: string; readonly kind: ProposalKind },
): Promise<void> {
  const own = adminIdOf(actor);
  const by = own === undefined ? "" : await findStaffName(tx, own);
  for (const reader of await listStaffReaders(tx, rolesWith(PROPOSAL_RIGHTS[kind]), own === undefined ? [] : [own]))
    await ctx.jobs.send(tx, "staff-mail", { message: "staff-proposal", about: id, kind, by, ...reader });
}

export async function mailDecision(
  ctx: Sending,
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
