/**
 * All actions that the audit log records. Their sentences: `admin-log.json`. Names are stored: never rename
 * one.
 */
import { words } from "#shared/text/words.ts";

/** Actions that staff may only take after a recent re-authentication. */
const NEEDS_REAUTH = [
  ...words("account.export admin.invite admin.invite_again admin.remove admin.role admin.sign_out api_key.make"),
  ...words("api_key.revoke api_key.rotate audit.export books.close books.export campaign.create campaign.start"),
  ...words("dispute.export dispute.mark_sent dispute.send dispute.unmark_sent"),
  ...words("draw.replace_winner draw.request factor.reset letter.send lottery.cancel lottery.improve message.delete"),
  ...words("order.refund order.refund-again order.void orders.export payments.resume payments.split payments.stop"),
  ...words("participants.export past_draw.remove proposal.confirm proposal.make proposal.refuse proposal.withdraw shop.brand"),
  ...words("shop.open shop.switch_ask texts.publish user.delete user.rest user.tell_apart webhook.add webhook.change"),
  ...words("webhook.remove webhook.resend webhook.resume webhook.rotate webhook.test winner.disclose"),
];
const PLAIN = [
  ...words("account.disclose account.rename admin.accept admin.add admin.uninvite alert.done alert.reopen books.labels"),
  ...words("books.charity books.fee books.prize books.vat campaign.cancel campaign.finish campaign.leave_unknown campaign.pause"),
  ...words("campaign.resend_unknown campaign.resume care.end care.message care.note complaint.acknowledge complaint.answer"),
  ...words("dispute.add_file dispute.note dispute.refused dispute.remove_file dispute.sent"),
  ...words("complaint.open complaint.record dispute.closed dispute.inquiry dispute.lost dispute.open dispute.won"),
  ...words(
    "draw.by_hand draw.by_itself draw.close draw.export draw.freeze draw.result draw.video email.ask email.change email.undo factor.codes",
  ),
  ...words(
    "factor.fail factor.forget factor.off factor.on factor.recover lottery.archive lottery.create lottery.delete lottery.restore lottery.update",
  ),
  ...words("message.answer message.assign message.note message.paste message.record message.start template.delete template.save"),
  ...words("message.done message.read message.reopened message.unread order.key-in order.resend passkey.add passkey.remove"),
  ...words("password.ask_reset password.change password.reset picture.upload picture.focus practice.confirm practice.help"),
  ...words("practice.review practice.withdraw proof.fail proof.give proposal.expire queue.close queue.open queue.pause"),
  ...words("queue.resume queue.set session.end session.fail session.open shop.export shop.import_draws shop.import_people"),
  ...words("shop.import_tickets shop.switch shop.switch_withdraw shop.terms_read texts.draft texts.hold webhook.pause"),
  ...words(
    "winner.checked winner.choose winner.confirmed winner.contacted winner.delivered winner.hide_name winner.remove_photo",
  ),
  ...words("winner.set_photo winner.show_name"),
];
export type AuditAction = (typeof NEEDS_REAUTH)[number] | (typeof PLAIN)[number];

/** Whether an action needs a recent re-authentication (`reauth`) or not (`plain`). */
export const AUDIT_ACTIONS = Object.fromEntries([
  ...NEEDS_REAUTH.map((action) => [action, "reauth"]),
  ...PLAIN.map((action) => [action, "plain"]),
]) as Readonly<Record<AuditAction, "reauth" | "plain">>;

/** The action's name as a text key: `order.refund-again` → `order.refund_again`. */
export type ActionKey<Action extends string> = Action extends `${infer Front}-${infer Back}` ? `${Front}_${Back}` : Action;

export function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, action);
}

/** Action groups by the first part of the action's name, as a filter of the log. */
const GROUPS = {
  accounts: words("account care email factor passkey password proof session user"),
  staff: words("admin practice proposal shop texts"),
  alerts: words("alert"),
  integrations: words("api_key webhook"),
  exports: words("audit orders participants"),
  books: words("books"),
  emails: words("campaign complaint letter message template"),
  orders: words("dispute order payments"),
  draws: words("draw lottery past_draw picture queue winner"),
} satisfies Record<string, readonly FirstPart<AuditAction>[]>;
type FirstPart<Name extends string> = Name extends `${infer First}.${string}` ? First : never;
export type ActionGroup = keyof typeof GROUPS;

export const ACTION_GROUPS = Object.keys(GROUPS) as readonly ActionGroup[];

/** "orders.*" → the first parts of all actions about orders. Undefined if it names no group. */
export function firstPartsOf(wanted: string): readonly string[] | undefined {
  return Object.entries(GROUPS).find(([group]) => wanted === `${group}.*`)?.[1];
}
