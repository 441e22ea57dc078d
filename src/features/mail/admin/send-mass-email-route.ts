/** POST /functions/send-mass-email: sends a campaign to chosen users; French texts as in /admin/emails. */

import { z } from "zod";
import { hasRight } from "#features/access/rules/rights.ts";
import { actorOf } from "#features/access/server/actor.ts";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { type Call, failure, type Operation, REQUEST_KEY, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { isUuid } from "#shared/ids.ts";
import { listOf } from "../rules/recipient-selection.ts";
import { sendMassMail } from "../server/campaigns/create-campaign.ts";
import { MOST_NAMED } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

/** Bytes: 100,000 recipients by id, with room. */
const MOST_BYTES = 16 * 1024 * 1024;

const hasId = (user: unknown): user is { readonly id: string } =>
  typeof user === "object" && user !== null && "id" in user && typeof user.id === "string";

/** The specification's body. Only ids are read, so that no address can be injected. */
const body = z.object({
  users: listOf(MOST_NAMED, hasId).optional(),
  lottery: z.object({ id: z.string() }).nullish(),
  template: z.object({ id: z.string() }).nullish(),
  previewEmail: z.object({ subject: z.string(), content: z.string() }).optional(),
  requestKey: REQUEST_KEY.optional(),
});

const withId = z.object({ id: z.string() });

export const operation: Operation = {
  id: "sendMassEmail",
  tag: "messages",
  summary: "Starts a campaign to the given users who agreed to receive it",
  token: "administrator",
  body: z.object({
    users: z.array(withId),
    lottery: withId,
    template: withId,
    previewEmail: z.object({ subject: z.string(), content: z.string() }),
    requestKey: REQUEST_KEY.optional(),
  }),
  replies: {
    200: {
      says: "Queued",
      schema: z.looseObject({ success: z.literal(true), message: z.string(), campaignId: z.string(), recipients: z.int() }),
    },
    ...UNREAD,
    401: failure("No active session"),
    403: failure("Not an administrator, or `proof_needed`: call POST /api/session/proof first"),
    404: failure("Draw not found or not on sale"),
    409: failure("The same `requestKey` has started a campaign with another text"),
    422: failure("No draw, no recipients, or invalid text"),
  },
};

/**
 * 200 once the mails are queued; else `{error, message}`: 401 signed out; 403 not an administrator, or
 * `proof_needed` until re-authentication; 400 or 413 unreadable body; 404 draw unknown or not on sale;
 * 409 same key with another text; 422 no draw, no readers or an invalid text; 503 failure.
 */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const visitor = await visitorOf(context, request);
  if (!visitor) return jsonError(401, "signed_out", TEXTS.failed);
  if (!hasRight(visitor.role, "campaigns.write")) return jsonError(403, "forbidden", TEXTS.failed);
  const read = await readJson(request, body, MOST_BYTES);
  if (!read.ok) return jsonError(read.error === "too_large" ? 413 : 400, read.error, TEXTS.failed);

  const { users = [], lottery, template, previewEmail, requestKey } = read.value;
  if (!lottery?.id || users.length === 0) return jsonError(422, "choose_first", TEXTS.chooseFirst);
  const ids = users.map(({ id }) => id);
  if (!ids.every(isUuid)) return jsonError(422, "not_a_user", TEXTS.chooseFirst);
  const text = { subject: previewEmail?.subject ?? "", content: previewEmail?.content ?? "" };
  const campaign = {
    template: template?.id ?? "",
    lotteryId: lottery.id,
    ...text,
    recipients: { kind: "some", ids },
    requestKey,
  } as const;
  const sent = await orLogged(ctx, sendMassMail(ctx, actorOf(visitor), campaign), "a campaign could not be started");
  if (!sent) return jsonError(503, "failed", TEXTS.failed);
  if (sent.ok) {
    const { id, reachable, refused } = sent.value;
    return jsonReply({ success: true, message: TEXTS.done(reachable), campaignId: id, recipients: reachable, refused });
  }
  switch (sent.error) {
    case "forbidden":
      return jsonError(403, "forbidden", TEXTS.failed);
    case "reauth_needed":
      return jsonError(403, "proof_needed", TEXTS.reauthNeeded);
    case "noLottery":
      return jsonError(404, "lottery_not_found", TEXTS.lotteryNotFound);
    case "sentOtherwise":
      return jsonError(409, "sent_otherwise", TEXTS.sentOtherwise);
    case "noRecipients":
      return jsonError(422, "no_recipients", TEXTS.chooseFirst);
    case "badText":
      return jsonError(422, sent.problem, sayProblem(sent.problem, text));
  }
}
