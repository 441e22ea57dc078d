/** What a form of the page about the code of practice is answered with. */
import type { FormReply } from "#ui/forms/reply.ts";

/** The `intent` of a statement's form is its key. */
export type Reply = FormReply<string, "no_note" | "no_text" | "failed">;
