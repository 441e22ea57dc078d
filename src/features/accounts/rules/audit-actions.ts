/**
 * Everything that the audit log records, by name. Each has its sentence in `admin-log.json` (`auditActions`), and says whether it needs the
 * password given anew: what takes money, people's data or somebody's chances away, or promises for good, cannot be done with a stolen session alone.
 */

export const AUDIT_ACTIONS = {
  "account.export": "proof",
  "admin.accept": "plain",
  "admin.add": "plain",
  "admin.invite": "proof",
  "admin.invite_again": "proof",
  "admin.remove": "proof",
  "admin.role": "proof",
  "admin.sign_out": "proof",
  "admin.uninvite": "plain",
  "alert.done": "plain",
  "alert.reopen": "plain",
  "api_key.make": "proof",
  "api_key.revoke": "proof",
  "api_key.rotate": "proof",
  "audit.export": "proof",
  "campaign.cancel": "plain",
  "campaign.create": "proof",
  "campaign.finish": "plain",
  "campaign.leave_unknown": "plain",
  "campaign.pause": "plain",
  "campaign.resend_unknown": "plain",
  "campaign.resume": "plain",
  "campaign.start": "proof",
  "care.end": "plain",
  "care.message": "plain",
  "care.note": "plain",
  "complaint.acknowledge": "plain",
  "complaint.answer": "plain",
  "complaint.open": "plain",
  "dispute.closed": "plain",
  "dispute.export": "proof",
  "dispute.inquiry": "plain",
  "dispute.lost": "plain",
  "dispute.open": "plain",
  "dispute.won": "plain",
  "draw.by_hand": "plain",
  "draw.by_itself": "plain",
  "draw.close": "plain",
  "draw.freeze": "plain",
  "draw.replace_winner": "proof",
  "draw.request": "proof",
  "draw.result": "plain",
  "email.ask": "plain",
  "email.change": "plain",
  "email.undo": "plain",
  "factor.codes": "plain",
  "factor.fail": "plain",
  "factor.forget": "plain",
  "factor.off": "plain",
  "factor.on": "plain",
  "factor.recover": "plain",
  "factor.reset": "proof",
  "lottery.cancel": "proof",
  "lottery.create": "plain",
  "lottery.delete": "plain",
  "lottery.improve": "proof",
  "lottery.update": "plain",
  "message.delete": "plain",
  "message.done": "plain",
  "message.read": "plain",
  "message.reopened": "plain",
  "message.unread": "plain",
  "order.key-in": "plain",
  "order.refund": "proof",
  "order.refund-again": "proof",
  "order.resend": "plain",
  "order.void": "proof",
  "orders.export": "proof",
  "participants.export": "proof",
  "passkey.add": "plain",
  "passkey.remove": "plain",
  "password.ask_reset": "plain",
  "password.change": "plain",
  "password.reset": "plain",
  "picture.upload": "plain",
  "practice.review": "plain",
  "proof.fail": "plain",
  "proof.give": "plain",
  "proposal.confirm": "proof",
  "proposal.expire": "plain",
  "proposal.make": "proof",
  "proposal.refuse": "proof",
  "proposal.withdraw": "proof",
  "session.end": "plain",
  "session.fail": "plain",
  "session.open": "plain",
  "user.delete": "proof",
  "user.rest": "proof",
  "webhook.add": "proof",
  "webhook.change": "proof",
  "webhook.pause": "plain",
  "webhook.remove": "proof",
  "webhook.resend": "proof",
  "webhook.resume": "proof",
  "webhook.rotate": "proof",
  "webhook.test": "proof",
  "winner.checked": "plain",
  "winner.confirmed": "plain",
  "winner.contacted": "plain",
  "winner.delivered": "plain",
  "winner.disclose": "proof",
  "winner.hide_name": "plain",
  "winner.remove_photo": "plain",
  "winner.set_photo": "plain",
  "winner.show_name": "plain",
} as const satisfies Record<string, "proof" | "plain">;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** As keys of texts are spelt. */
export type ActionKey<Action extends string> = Action extends `${infer Front}-${infer Back}` ? `${Front}_${Back}` : Action;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}

const ALERTS = "alerts";

/** What actions are about, by the first part of their names: for a look at all of them at once. */
const GROUP_OF = {
  account: "accounts",
  admin: "staff",
  alert: ALERTS,
  api_key: "integrations",
  audit: "exports",
  campaign: "emails",
  care: "accounts",
  complaint: "emails",
  dispute: "orders",
  draw: "draws",
  email: "accounts",
  factor: "accounts",
  lottery: "draws",
  message: "emails",
  order: "orders",
  orders: "exports",
  participants: "exports",
  passkey: "accounts",
  password: "accounts",
  picture: "draws",
  practice: "staff",
  proof: "accounts",
  proposal: "staff",
  session: "accounts",
  user: "accounts",
  webhook: "integrations",
  winner: "draws",
} as const satisfies Record<FirstPart<AuditAction>, string>;
type FirstPart<Name extends string> = Name extends `${infer First}.${string}` ? First : never;
export type ActionGroup = (typeof GROUP_OF)[keyof typeof GROUP_OF];

export const ACTION_GROUPS: readonly ActionGroup[] = [...new Set(Object.values(GROUP_OF))];

/** "orders.*" → the first parts of all actions about orders; undefined for what names no group. */
export function firstPartsOf(wanted: string): readonly string[] | undefined {
  const parts = Object.entries(GROUP_OF).flatMap(([part, group]) => (wanted === `${group}.*` ? part : []));
  return parts.length === 0 ? undefined : parts;
}
