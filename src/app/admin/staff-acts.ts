/** The forms of the staff page: from what a browser sends to what is said. */

import { STAFF_INTENTS, type StaffIntent, type StaffRefusal } from "#features/accounts/admin/staff-reply.ts";
import { isRole } from "#features/accounts/rules/rights.ts";
import type { Actor } from "#features/accounts/server/actor.ts";
import { changeRole } from "#features/accounts/server/change-role.ts";
import { endStaffSessions } from "#features/accounts/server/end-staff-sessions.ts";
import { inviteAgain, inviteStaff, takeBackInvitation } from "#features/accounts/server/invite-staff.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isLocale } from "#shared/locale.ts";
import type { Result } from "#shared/result.ts";

export type Acted = {
  readonly intent: StaffIntent;
  readonly error: StaffRefusal | undefined;
  readonly became: "proposed" | "done" | undefined;
};
/** Undefined for a form that is none of the page's. */
export async function actOnStaff(ctx: Ctx, actor: Actor, form: URLSearchParams): Promise<Acted | undefined> {
  const intent = STAFF_INTENTS.find((known) => known === form.get("intent"));
  if (!intent) return undefined;
  const done = await act(ctx, actor, intent, form).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the staff could not be changed");
    return { ok: false, error: "failed" } as const;
  });
  if (!done) return undefined;
  if (!done.ok) return { intent, error: done.error, became: undefined };
  return { intent, error: undefined, became: done.value === "proposed" ? "proposed" : "done" };
}

async function act(
  ctx: Ctx,
  actor: Actor,
  intent: StaffIntent,
  form: URLSearchParams,
): Promise<Result<unknown, Exclude<StaffRefusal, "failed">> | undefined> {
  const id = form.get("id") ?? "";
  // PostgreSQL's text holds no NUL.
  const reason = (form.get("reason") ?? "").replaceAll("\0", "");
  const role = form.get("role") ?? "";
  if (intent === "again") return inviteAgain(ctx, actor, id);
  if (intent === "take-back") return takeBackInvitation(ctx, actor, id);
  if (intent === "sign-out") return endStaffSessions(ctx, actor, { userId: id, sessionId: form.get("session") ?? undefined });
  if (intent === "invite") {
    const locale = form.get("locale");
    if (!isRole(role) || !isLocale(locale)) return undefined;
    return inviteStaff(ctx, actor, { email: form.get("email") ?? "", role, locale, reason });
  }
  const from = form.get("from") ?? "";
  if (!isRole(from) || !(role === "none" || isRole(role))) return undefined;
  return changeRole(ctx, actor, { userId: id, from, to: role === "none" ? undefined : role, reason });
}
