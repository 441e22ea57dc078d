import type { FormReply } from "#ui/forms/reply.ts";

/** Reply to the forms of /admin/practice. `intent`: the key of a statement, "review" or "help". */
export type Reply = FormReply<string, "no_note" | "no_text" | "failed">;
