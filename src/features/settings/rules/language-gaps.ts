/** What the shop has not written in one of its own languages. */
import type { UntranslatedDraw } from "#features/lotteries/rules/fields/missing-texts.ts";
import type { StatementKey } from "#features/player-protection/rules/operator-statements.ts";
import type { TextDocument } from "#shared/text/site-text.ts";

/** A draw, a published text, or a confirmed statement of the page “Our promise”. */
export type LanguageGap =
  | ({ readonly kind: "draw" } & UntranslatedDraw)
  | { readonly kind: "text"; readonly document: TextDocument }
  | { readonly kind: "statement"; readonly key: StatementKey };
