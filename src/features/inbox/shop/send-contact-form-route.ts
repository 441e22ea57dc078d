/** POST /functions/send-contact-form: a message from a program. */

import { z } from "zod";
import { deviceOf, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { type Call, failure, type Operation, REQUEST_KEY, UNREAD } from "#platform/request/api.server.ts";
import { jsonError, jsonReply, readJson } from "#platform/request/json.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { minutes } from "#shared/money/minutes.ts";
import { formatsIn } from "#ui/i18n/messages.ts";
import { type ContactField, LONGEST } from "../rules/contact.ts";
import { sendContactMessage } from "../server/send-contact-message.ts";

const text = z.string().default("");
/** The specification's body; `website` is the honeypot field. */
const body = z.object({
  name: text,
  email: text,
  subject: text,
  message: text,
  website: text,
  complaint: z.boolean().default(false),
  requestKey: REQUEST_KEY.optional(),
});

const FIELDS = ["name", "email", "subject", "message"] as const satisfies readonly ContactField[];

export const operation: Operation = {
  id: "sendContactForm",
  tag: "messages",
  summary: "Sends a message to the shop",
  body: z.object({
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    complaint: z.boolean().optional(),
    requestKey: REQUEST_KEY.optional(),
  }),
  replies: {
    200: { says: "Message received", schema: z.object({ success: z.literal(true), message: z.string() }) },
    ...UNREAD,
    422: failure("The first validation error"),
  },
};

/** 200 once stored; 400 or 413 unreadable body, 422 with the first problem, 429 too many, 503 not stored. */
export async function post({ request, context }: Call) {
  const ctx = ctxOf(context);
  const locale = localeOf(context);
  const t = ctx.messages[locale].getFixedT(null, "about");
  const read = await readJson(request, body);
  if (!read.ok) {
    const isLarge = read.error === "too_large";
    return jsonError(isLarge ? 413 : 400, read.error, t(isLarge ? "contact.tooLarge" : "contact.failed"));
  }

  const { website, requestKey, complaint: isComplaint, ...fields } = read.value;
  const sender = { address: deviceOf(context, request).address, senderId: (await visitorOf(context, request))?.id };
  const letter = { fields, decoy: website, ...sender, locale, isComplaint, requestKey };
  const sent = await orLogged(ctx, sendContactMessage(ctx, letter), "a contact message could not be stored");
  if (!sent) return jsonError(503, "failed", t("contact.failed"));
  if (sent.ok) return jsonReply({ success: true, message: t("contact.sent") });
  if (sent.error !== "invalid") {
    const wait = sent.retryAfterSeconds;
    return jsonError(
      429,
      "tooMany",
      t(`contact.${sent.error}`, { count: minutes(wait), email: ctx.brand.current.trader.email }),
      {
        "Retry-After": String(wait),
      },
    );
  }
  const { problems } = sent;
  const [first] = FIELDS.flatMap((field) => (problems[field] ? [{ field, problem: problems[field] }] : []));
  if (!first) return jsonError(422, "invalid", t("contact.failed"));
  const { field, problem } = first;
  const sentence = t(`contact.problems.${problem}`, {
    field: t(`contact.fields.${field}`),
    most: formatsIn(locale).number(LONGEST[field]),
  });
  return jsonError(422, problem, sentence);
}
