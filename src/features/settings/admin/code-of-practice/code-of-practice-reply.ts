import type { FormReply } from "#ui/forms/reply.ts";

export type Reply = FormReply<string, "no_note" | "no_text" | "failed">;
