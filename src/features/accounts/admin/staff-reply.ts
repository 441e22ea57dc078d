/** What the forms of the staff page are answered. */
import type { ChangeRoleError } from "../server/change-role.ts";
import type { EndStaffError } from "../server/end-sessions.ts";
import type { InvitationError, InviteError } from "../server/invite-staff.ts";

export const STAFF_INTENTS = ["role", "sign-out", "invite", "again", "take-back"] as const;
export type StaffIntent = (typeof STAFF_INTENTS)[number];
export type StaffRefusal = ChangeRoleError | EndStaffError | InviteError | InvitationError | "failed";

/** Without `error` it is done, or waits for a second owner. The two refusals that are missing are said by the frame. */
export type StaffReply = {
  readonly intent: StaffIntent;
  readonly error: Exclude<StaffRefusal, "forbidden" | "proof_needed"> | undefined;
  readonly became: "proposed" | "done" | undefined;
};
