/** Tells the staff by mail who may do what and what waits for them, and invites who is to belong to them. */
import { PROPOSAL_KINDS } from "#features/accounts/rules/proposals.ts";
import { ROLES, roleKey } from "#features/accounts/rules/rights.ts";
import { invitationAddress } from "#features/accounts/server/mail-links.ts";
import type { StaffMail } from "#features/accounts/server/tell-staff.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { toLocale } from "#shared/languages.ts";
import { deliverMail } from "./deliver-mail.ts";
import { type StaffMessage, staffNotice } from "./mails/staff-notice.ts";

/** Throws on a passing fault, so that the queue tries again. */
export async function sendStaffMail(ctx: Ctx, mail: StaffMail): Promise<void> {
  const { message, about, userId, to, firstName, locale } = mail;
  const t = ctx.messages[toLocale(locale)].getFixedT(null, ["admin-people", "admin-approvals"]);
  // The same names as on the screen.
  const roleName = (role: string | undefined) => {
    const known = ROLES.find((each) => each === role);
    return known ? t(`staff.roles.${roleKey(known)}`) : "";
  };
  const kind = PROPOSAL_KINDS.find((each) => each === mail.kind);
  const facts = {
    ...{ role: roleName(mail.role), was: roleName(mail.was), person: mail.person ?? "", by: mail.by ?? "" },
    act: kind ? t(`admin-approvals:approvals.kinds.${kind}`) : "",
  };
  const link = message === "staff-invited" ? invitationAddress(ctx, about) : undefined;
  const named = { message: `${message}:${about}`, to, locale, ...(userId !== undefined && { userId }) };
  await deliverMail(ctx, named, (pen) => staffNotice(pen, { message: messageOf(mail), firstName, facts, link }));
}

function messageOf({ message, role, was, state }: StaffMail): StaffMessage {
  switch (message) {
    case "staff-invited":
      return "invited";
    case "staff-proposal":
      return "proposal";
    case "staff-role":
      return role === undefined ? "gone" : was === undefined ? "given" : "changed";
    case "staff-changed":
      return role === undefined ? "left" : was === undefined ? "joined" : "moved";
    case "staff-decided":
      return state === "confirmed" || state === "refused" ? state : "expired";
  }
}
