/** What staff do on /admin/users besides deleting somebody: a rest on somebody's request. */
import { data } from "react-router";
import { isWayAsked } from "#features/accounts/rules/safer-play.ts";
import type { Actor } from "#features/accounts/server/actor.ts";
import { carryOut } from "#features/accounts/server/admin-call.ts";
import { findAccountOf } from "#features/accounts/server/join-person.ts";
import { startRest } from "#features/accounts/server/start-rest.ts";
import { obeyLimits } from "#features/orders/server/obey-limits.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { typedIn } from "#ui/feedback/asked.tsx";
import type { RestReply } from "./users-rest.tsx";

type Asked = { readonly request: Request; readonly form: URLSearchParams; readonly userId: string };

export async function beginRestFor(ctx: Ctx, actor: Actor, { request, form, userId }: Asked) {
  const reply = (error: RestReply["error"], until?: number): RestReply => ({
    intent: "rest",
    error,
    until,
    ...(error !== undefined && { typed: typedIn(form, ["userId", "rest", "asked", "reason"]) }),
  });
  const asked = form.get("asked");
  if (!isWayAsked(asked)) return data(reply("failed"), 400);
  const [kind = "", length = ""] = (form.get("rest") ?? "").split("-");
  const starting = startRest(ctx, actor, { userId, kind, length, asked, reason: form.get("reason") ?? "" });
  const started = await carryOut({ ctx, request, form }, starting, "a rest could not be started");
  if (started.ok) {
    await obeyLimits(ctx, await findAccountOf(ctx, userId));
    return data(reply(undefined, started.value.getTime()));
  }
  const status = { failed: 503, bad_request: 400, not_found: 404, not_longer: 409, reason_needed: 422 }[started.error];
  const said = (["not_longer", "reason_needed"] as const).find((error) => error === started.error);
  return data(reply(said ?? "failed"), status);
}
