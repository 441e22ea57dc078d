/** What a form of the page about the code of practice is answered with. */
import type { StatementWords } from "#features/accounts/rules/operator-statements.ts";

/** `note`, `en` and `fr`: what was typed, where it is refused. The `intent` of a statement's form is its key. */
export type Reply = {
  readonly intent: string;
  readonly error: "no_note" | "no_text" | "failed" | undefined;
  readonly note?: string;
  readonly words?: StatementWords;
};
