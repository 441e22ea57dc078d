/** The forms of the users page, and the exclusion of a player. */
import { data } from "react-router";
import { z } from "zod";
import type { Actor } from "#features/access/server/actor.ts";
import { isRequestChannel } from "#features/accounts/rules/person/safer-play.ts";
import { findAccountOf } from "#features/accounts/server/person/join-person.ts";
import { runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { startExclusion } from "#features/player-protection/server/start-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type CodeOf, refuse } from "#ui/forms/reply.ts";
import { enforceLimits } from "../../server/checkout/enforce-limits.ts";
import type { ExclusionReply } from "./user-exclusion.tsx";

const schema = z.object({
  intent: z.enum(["delete", "reset-factor", "rest"]),
  userId: typedText,
  reason: typedText,
  forGood: typedText,
  rest: typedText,
  asked: typedText,
});

/** The fields of all dialogs of the page. */
export function readUsersForm(form: URLSearchParams) {
  return parseForm(form, schema);
}

type SentUsersForm = {
  readonly request: Request;
  readonly form: URLSearchParams;
  readonly submission: Extract<ReturnType<typeof readUsersForm>, { status: "success" }>;
};

/** `rest`: the kind and length of the exclusion, such as `pause-week`. */
export async function startExclusionFromForm(ctx: Ctx, actor: Actor, { request, form, submission }: SentUsersForm) {
  const { userId, asked, rest, reason } = submission.value;
  const refused = (error: CodeOf<ExclusionReply>, status: number) =>
    data<ExclusionReply>({ intent: "rest", refused: refuse(submission, error, { reason_needed: "reason" }) }, status);
  if (!isRequestChannel(asked)) return refused("failed", 400);
  const [kind = "", length = ""] = rest.split("-");
  const starting = startExclusion(ctx, actor, { userId, kind, length, channel: asked, reason });
  const started = await runAction({ ctx, request, form }, starting, "an exclusion could not be started");
  if (started.ok) {
    await enforceLimits(ctx, await findAccountOf(ctx, userId));
    return data<ExclusionReply>({ intent: "rest", until: started.value.getTime() });
  }
  const status = { failed: 503, bad_request: 400, not_found: 404, not_longer: 409, reason_needed: 422 }[started.error];
  const known = (["not_longer", "reason_needed"] as const).find((error) => error === started.error);
  return refused(known ?? "failed", status);
}
