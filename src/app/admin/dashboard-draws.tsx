import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { SalePhase } from "#features/lotteries/rules/lifecycle.ts";
import type { Picture as PictureData } from "#shared/brand/picture.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { formatClosing, formatOpening } from "#shared/dates/draw-hours.ts";
import type { Pence } from "#shared/money/money.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { ShareBar } from "#ui/share-bar.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";

const MOST_SHOWN = 5;

/** Days are in London time; `closesAt` is in milliseconds. */
export type DashboardDraw = {
  readonly id: string;
  readonly title: string;
  readonly picture: PictureData | undefined;
  readonly sold: number;
  readonly total: number;
  readonly taken: Pence;
  readonly phase: SalePhase;
  readonly startDate: Day;
  readonly startTime: string;
  readonly endDate: Day;
  readonly endTime: string;
  readonly dates: DrawDates;
  readonly closesAt: number;
};

export function SellThrough({ draws }: { draws: readonly DashboardDraw[] }) {
  const { t } = useTranslation("admin-home");
  const { number, percent, money } = useFormat();
  return (
    <AdminCard title={t("dashboard.sellThrough")} note={t("dashboard.sellThroughNote")}>
      {draws.length === 0 && <p className="text-muted">{t("dashboard.noActive")}</p>}
      <ul className="grid gap-7">
        {draws.map(({ id, title, sold, total, taken }) => (
          <li key={id}>
            <p className="mb-2 flex justify-between gap-3 font-[540]">
              <span className="min-w-0">{title}</span>
              <span translate="no" className="type-mono flex-none text-sm">
                {percent(sold / total)}
              </span>
            </p>
            <ShareBar share={sold / total} label={title} />
            <p className="admin-note mt-2">
              {t("dashboard.soldOf", { sold: number(sold), total: number(total), taken: money(taken) })}
            </p>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}

type DrawListProps = { title: string; draws: readonly DashboardDraw[]; now: number };

export function DrawList({ title, draws, now }: DrawListProps) {
  const { t } = useTranslation("admin-home");
  return (
    <AdminCard title={title}>
      {draws.length === 0 && <p className="text-muted">{t("dashboard.noActive")}</p>}
      <ul className="divide-y divide-line">
        {draws.slice(0, MOST_SHOWN).map((draw) => (
          <li key={draw.id} className="grid grid-cols-[96px_minmax(0,1fr)] items-center gap-3.5 py-3 first:pt-0 last:pb-0">
            <div className="h-[60px] overflow-hidden rounded-[8px] bg-[#111]">
              <Picture picture={draw.picture} alt="" sizes="96px" />
            </div>
            <div>
              <Link
                to={`/admin/draw/${draw.id}`}
                className="inline-flex min-h-7 items-center font-[560] wrap-anywhere hover:underline"
              >
                {draw.title}
              </Link>
              <p className="admin-note">
                <WhenItCloses draw={draw} now={now} />
              </p>
              <DrawDatesLine dates={draw.dates} now={now} className="admin-note" />
            </div>
          </li>
        ))}
      </ul>
    </AdminCard>
  );
}

function WhenItCloses({ draw, now }: { draw: DashboardDraw; now: number }) {
  const { t } = useTranslation("admin-home");
  const locale = useLocale();
  const relative = useRelativeTime();
  const day = formatClosing(draw, locale, "short");
  const when = relative(new Date(draw.closesAt), new Date(now));
  if (draw.phase === "upcoming") return t("dashboard.opens", { day: formatOpening(draw, locale, "short") });
  if (draw.phase === "sold_out") return t("dashboard.soldOut", { day });
  return t(draw.phase === "closed" ? "dashboard.closed" : "dashboard.closes", { day, when });
}
