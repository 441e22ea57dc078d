/** How much of the shop's texts each language has. */
import { type ShownLanguage, shownLanguage } from "#features/accounts/rules/language-state.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { surveyLanguages } from "#platform/languages/language-files.server.ts";
import { languageFolders } from "#platform/messages.server.ts";
import { offeredLanguages } from "#shared/locale.ts";

/** From the files as they are now; what the shop says is from those it started with. */
export function showLanguages({ env }: Pick<Ctx, "env">): readonly ShownLanguage[] {
  const offered = offeredLanguages();
  return surveyLanguages(languageFolders(env)).map((state) =>
    shownLanguage(
      state,
      offered.some(({ locale }) => locale === state.locale),
    ),
  );
}
