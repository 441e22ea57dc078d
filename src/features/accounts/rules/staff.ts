/** Who may be made what on the staff: the last owner stays one, and owners are a matter of owners. */
import type { Role } from "./rights.ts";

type Member = { readonly id: string; readonly role: Role };

export function isLastOwner(staff: readonly Member[], id: string): boolean {
  const owners = staff.filter(({ role }) => role === "owner");
  return owners.length === 1 && owners[0]?.id === id;
}

export function concernsOwners(before: Role | undefined, after: Role | undefined): boolean {
  return before === "owner" || after === "owner";
}

const DAYS_INVITED = 7;

export function invitationExpiresAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + DAYS_INVITED * 86_400_000);
}

/** So long one that nobody accepted is still shown, to be sent again. */
export const INVITATION_KEPT_MS = 30 * 86_400_000;

/** At a time. Whoever has an owner's session must not write to the world in the shop's name. */
export const MOST_INVITATIONS = 20;

export const LONGEST_STAFF_REASON = 500;
