/** Rules about roles and invitations of the staff. */
import type { Role } from "#features/access/rules/rights.ts";

type Member = { readonly id: string; readonly role: Role };

/** Whether this person is the only owner. */
export function isLastOwner(staff: readonly Member[], id: string): boolean {
  const owners = staff.filter(({ role }) => role === "owner");
  return owners.length === 1 && owners[0]?.id === id;
}

/** Whether a change gives or takes the owner's role. */
export function concernsOwners(before: Role | undefined, after: Role | undefined): boolean {
  return before === "owner" || after === "owner";
}

const DAYS_INVITED = 7;

/** An invitation is valid for seven days. */
export function invitationExpiresAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + DAYS_INVITED * 86_400_000);
}

/** How long an expired invitation is still listed. */
export const INVITATION_LISTED_MS = 30 * 86_400_000;

/** Open invitations at a time. Limits mail that a stolen owner session could send. */
export const MOST_INVITATIONS = 20;

/** In characters. */
export const LONGEST_STAFF_REASON = 500;
