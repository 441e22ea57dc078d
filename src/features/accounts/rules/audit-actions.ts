/**
 * Everything that the audit log records, by name. Each has its sentence in `admin.json` (`auditActions`), and says whether it needs the
 * password given anew: what takes money, people's data or somebody's chances away, or promises for good, cannot be done with a stolen session alone.
 */

export const AUDIT_ACTIONS = {
  "account.export": "proof",
  "admin.add": "plain",
  "admin.remove": "plain",
  "alert.done": "plain",
  "alert.reopen": "plain",
  "campaign.cancel": "plain",
  "campaign.create": "proof",
  "campaign.finish": "plain",
  "campaign.leave_unknown": "plain",
  "campaign.pause": "plain",
  "campaign.resend_unknown": "plain",
  "campaign.resume": "plain",
  "campaign.start": "proof",
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
  "password.ask_reset": "plain",
  "password.change": "plain",
  "password.reset": "plain",
  "picture.upload": "plain",
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
  "winner.confirmed": "plain",
  "winner.contacted": "plain",
  "winner.delivered": "plain",
  "winner.remove_photo": "plain",
  "winner.set_photo": "plain",
} as const satisfies Record<string, "proof" | "plain">;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** As keys of texts are spelt. */
export type ActionKey<Action extends string> = Action extends `${infer Front}-${infer Back}` ? `${Front}_${Back}` : Action;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}
