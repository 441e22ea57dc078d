/** A draw at a glance above its participants: pictures, status, figures, and whether it draws by itself. */
import { useTranslation } from "react-i18next";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { Gallery } from "#ui/pictures/gallery.tsx";
import { PicturePlaceholder } from "#ui/pictures/picture-placeholder.tsx";
import { isUnderWay, type ManagedDraw } from "../rules/managed-draw.ts";
import { AutoDraw } from "./auto-draw.tsx";
import { DrawStatus } from "./draw-progress.tsx";

export function DrawFacts({ draw }: { draw: ManagedDraw }) {
  const { t } = useTranslation(["admin-draws", "common"]);
  const { money, number, date } = useFormat();
  const title = inLanguage(draw.title, useLocale());
  const facts = [
    { label: t("draw.participants.pricePerTicket"), value: money(draw.pricePerTicket) },
    { label: t("draw.value"), value: money(draw.priceValue, "whole") },
    { label: t("draw.participants.tickets"), value: number(draw.entries.total) },
    { label: t("draw.participants.players"), value: number(draw.players) },
    { label: t("draw.participants.free"), value: number(draw.entries.free) },
    { label: t("draw.endDate"), value: date(draw.endDate, "short") },
  ];
  const maySwitch = (draw.status === "active" || draw.status === "draft") && !isUnderWay(draw);
  return (
    <section className="admin-card draw-facts-card">
      {draw.images.length > 0 ? (
        <Gallery
          compact
          label={t("draw.participants.pictures", { title })}
          pictures={draw.images.map((picture) => ({ picture, alt: title }))}
        />
      ) : (
        <div className="min-h-52 bg-[#111]">
          <PicturePlaceholder label={t("common:imageNotAvailable")} />
        </div>
      )}
      <div className="grid content-center gap-5 px-5 py-6 sm:px-7">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 className="text-[1.375rem] leading-tight font-[600]">{title}</h2>
          <DrawStatus draw={draw} />
        </div>
        <dl className="admin-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {maySwitch && (
          <div className="border-t border-line pt-5">
            <AutoDraw draw={draw} />
          </div>
        )}
      </div>
    </section>
  );
}
