import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowRight, Trophy } from "#ui/icons.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { TextLink } from "#ui/text/text-link.tsx";

/** `id`: of the draw. `place` and `title`: of the prize. */
export type Win = { readonly id: string; readonly place: number; readonly title: string; readonly drawnAt: Date };

/** A winner's page for other visitors: public name and wins. */
export function PublicProfile({ name, wins }: { name: string; wins: readonly Win[] }) {
  const { t } = useTranslation("profile");
  const { date, number } = useFormat();
  return (
    <div className="wrap max-w-[880px] pt-6 pb-16 lg:pt-10">
      <PageHead title={name} description={t("public.description", { name })} />
      <h1 className="type-h1">
        <bdi>{name}</bdi>
      </h1>
      {wins.length === 0 ? (
        <EmptyState title={t("public.none")} />
      ) : (
        <section aria-labelledby="wins" className="mt-10 grid gap-5">
          <h2 id="wins" className="type-h3">
            {t("public.wins", { count: wins.length, n: number(wins.length) })}
          </h2>
          {wins.map((win) => (
            <Panel key={`${win.id} ${win.place}`} as="div">
              <PanelPart className="flex flex-wrap items-center gap-x-5 gap-y-3">
                <Trophy size={26} strokeWidth={1.5} className="flex-none text-champagne" aria-hidden="true" />
                <div className="min-w-0 flex-1 basis-48">
                  <h3 className="type-h3">{win.title}</h3>
                  <p className="type-small mt-1">{t("public.drawn", { date: date(win.drawnAt) })}</p>
                </div>
                <TextLink to={`/draws/${win.id}`} iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
                  {t("public.proof")}
                </TextLink>
              </PanelPart>
            </Panel>
          ))}
        </section>
      )}
    </div>
  );
}
