import { listUntranslated } from "#features/lotteries/server/list-untranslated.ts";
import { isStatement } from "#features/player-protection/rules/operator-statements.ts";
import { findStatements } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { OwnLocale } from "#shared/language/locale.ts";
import { isInUse } from "#shared/language/own-languages.ts";
import { DOCUMENT_NAMES, lacksLanguage } from "#shared/text/site-text.ts";
import type { LanguageGap } from "../../rules/language-gaps.ts";

/**
 * What visitors would read in the other language: texts of drafts and draws on sale, published documents and
 * confirmed statements.
 */
export async function listLanguageGaps(
  ctx: Pick<Ctx, "db" | "now" | "texts">,
  locale: OwnLocale,
): Promise<readonly LanguageGap[]> {
  const [draws, statements] = await Promise.all([listUntranslated(ctx, locale), findStatements(ctx), ctx.texts.refresh()]);
  const documents = DOCUMENT_NAMES.filter((name) => lacksLanguage(ctx.texts.current(name, ctx.now())?.bodies ?? {}, locale));
  // A statement is stored in both languages: the missing one repeats the other.
  const isAnyStatementMissing = locale === "fr" || !isInUse("en");
  const repeated = Object.values(statements).filter(({ isConfirmed, words }) => isConfirmed && words && words.en === words.fr);
  return [
    ...draws.map((draw) => ({ kind: "draw", ...draw }) as const),
    ...documents.map((document) => ({ kind: "text", document }) as const),
    ...(isAnyStatementMissing ? repeated : []).flatMap(({ key }) =>
      isStatement(key) ? [{ kind: "statement", key } as const] : [],
    ),
  ];
}
