/** One of the other draws: the whole card leads to it, by one real link. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Chip } from "#ui/chip.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { SoldBar } from "#ui/sold-bar.tsx";
import type { HomeDraw } from "./home-draw.ts";

export function DrawCard({ draw }: { draw: HomeDraw }) {
  const { t } = useTranslation("home");
  const { money, number, date } = useFormat();
  return (
    <article className="draw-card">
      <div className="shot">
        <Picture
          picture={draw.picture}
          alt=""
          sizes="(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw"
          imgClassName={`draw-card-picture object-cover ${draw.state === "live" ? "" : "saturate-60"}`}
        />
        {draw.state !== "live" && (
          <Chip className="absolute top-4 start-4">{t(`others.${draw.state}`, { date: date(draw.startDate, "short") })}</Chip>
        )}
      </div>
      <h3 className="type-h3 mt-5 text-[1.375rem]">
        <Link to={`/lottery/${draw.id}`} className="draw-card-link">
          {draw.title}
        </Link>
      </h3>
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-5 text-[0.9375rem]">
        <span className="font-[560]">{t("others.value", { value: money(draw.priceValue, "whole") })}</span>
        <span className="text-muted">
          {t("others.price", { price: money(draw.pricePerTicket) })}{" "}
          {draw.freeWay && (
            <Link to={draw.freeWay} className="link relative z-1">
              {t("others.free")}
            </Link>
          )}
        </span>
      </p>
      <SoldBar
        className="mt-4"
        sold={draw.sold}
        held={draw.held}
        total={draw.total}
        label={t("hero.soldLabel")}
        start={t("hero.sold", { sold: number(draw.sold), total: number(draw.total) })}
        end={draw.state === "closed" ? t("hero.resultSoon") : t("others.closes", { date: date(draw.endDate, "short") })}
      />
    </article>
  );
}
