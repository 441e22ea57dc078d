/** Parses the form of /admin/emails. */
import { z } from "zod";
import { listOf } from "../rules/recipient-selection.ts";

const draft = z.object({
  template: z.string().max(50),
  lotteryId: z.string().max(50),
  subject: z.string().max(1000),
  content: z.string().max(20_000),
});
/** A campaign as it is written, before any check of its text. */
export type DraftForm = z.infer<typeof draft>;

/** JSON can contain NUL, which PostgreSQL's text type refuses. */
const withoutNul = (text: string) => text.replaceAll("\0", "");

/** Most recipients by id in one request. */
export const MOST_NAMED = 200_000;
const ids = listOf(MOST_NAMED, (id): id is string => typeof id === "string" && id.length <= 50);

const recipients = z.union([
  z.object({ kind: z.literal("some"), ids }),
  z.object({ kind: z.literal("all"), q: z.string().max(200).transform(withoutNul), except: ids }),
]);
const sendForm = draft.extend({
  recipients: z.string().transform(readJson).pipe(recipients),
  requestKey: z.uuid().optional(),
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The draft. Undefined for a malformed form. */
export function readDraft(fields: URLSearchParams): DraftForm | undefined {
  return draft.safeParse(Object.fromEntries(fields)).data;
}

/** The draft with its recipients. Undefined for a malformed form. */
export function readSending(fields: URLSearchParams): z.infer<typeof sendForm> | undefined {
  return sendForm.safeParse(Object.fromEntries(fields)).data;
}
