/** The draws in the back office, one card each. */
import { useTranslation } from "react-i18next";
import { formatClosing, formatOpening } from "#shared/dates/draw-hours.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { DialogButton } from "#ui/feedback/dialog-button.tsx";
import { ButtonTo } from "#ui/fields/button-to.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { Copy, Pencil, Trash2 } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { drawDates } from "../rules/dates/draw-dates.ts";
import { canArchive, ticketsLeft } from "../rules/lifecycle.ts";
import { inLanguage, type Lottery } from "../rules/lottery.ts";
import { ArchiveButton } from "./archive-button.tsx";

type Carded = Lottery & { readonly hasOrders: boolean; readonly publishAt: Date | undefined; readonly isArchived: boolean };

/** The card of a draw; `publishAt` is set for drafts only. */
export function lotteryCard(lottery: Carded) {
  const {
    id,
    title,
    description,
    pricePerTicket,
    priceValue,
    startDate,
    startTime,
    endDate,
    endTime,
    status,
    images,
    hasOrders,
    isArchived,
  } = lottery;
  return {
    ...{
      id,
      title,
      description,
      pricePerTicket,
      priceValue,
      startDate,
      startTime,
      endDate,
      endTime,
      status,
      hasOrders,
      isArchived,
    },
    publishAt: status === "draft" ? lottery.publishAt : undefined,
    dates: drawDates(lottery),
    total: lottery.ticketsAvailable,
    left: ticketsLeft(lottery),
    picture: images[0]?.picture,
    pictureCount: images.length,
  };
}

/** What a card shows. */
export type LotteryCardView = ReturnType<typeof lotteryCard>;

type Props = { lotteries: readonly LotteryCardView[]; onDelete: (lottery: LotteryCardView) => void };

function Facts({ lottery }: { lottery: LotteryCardView }) {
  const { t } = useTranslation("admin-lotteries");
  const { money, number, date } = useFormat();
  const locale = useLocale();
  const facts = [
    { label: t("lotteries.pricePerTicket"), value: money(lottery.pricePerTicket) },
    { label: t("lotteries.priceValue"), value: money(lottery.priceValue, "whole") },
    {
      label: t("lotteries.ticketsAvailable"),
      value:
        lottery.left === lottery.total
          ? number(lottery.total)
          : t("lotteries.leftOf", { count: lottery.left, left: number(lottery.left), total: number(lottery.total) }),
    },
    {
      label: t("lotteries.dates"),
      value: t("lotteries.range", {
        from: formatOpening(lottery, locale, "short"),
        to: formatClosing(lottery, locale, "short"),
      }),
    },
    ...(lottery.publishAt
      ? [{ label: t("lotteries.publishedAt"), value: `${date(lottery.publishAt, "short")}, ${date(lottery.publishAt, "time")}` }]
      : []),
    ...(lottery.dates.lastPostOn ? [{ label: t("lotteries.lastPost"), value: date(lottery.dates.lastPostOn, "short") }] : []),
    { label: t("lotteries.drawnFrom"), value: date(lottery.dates.drawnFrom, "short") },
  ];
  return (
    <dl className="lottery-card-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Card({ lottery, onDelete }: { lottery: LotteryCardView; onDelete: () => void }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const locale = useLocale();
  const title = inLanguage(lottery.title, locale);
  return (
    <article className="admin-card lottery-card" aria-labelledby={`lottery-${lottery.id}`}>
      <div className="lottery-card-shot">
        <Picture picture={lottery.picture} alt="" sizes="(min-width: 1280px) 360px, (min-width: 720px) 45vw, 100vw" />
        {lottery.pictureCount > 1 && (
          <span className="lottery-card-more">{t("lotteries.more", { count: lottery.pictureCount - 1 })}</span>
        )}
      </div>
      <div className="lottery-card-body">
        <div className="flex items-start justify-between gap-3">
          <h2 id={`lottery-${lottery.id}`} className="admin-h2 min-w-0 [overflow-wrap:anywhere]">
            {title}
          </h2>
          <Badge tone={lottery.status}>{t(`admin:status.${lottery.status}`)}</Badge>
        </div>
        <p className="lottery-card-text">{inLanguage(lottery.description, locale)}</p>
        <Facts lottery={lottery} />
        <div className="mt-auto flex flex-wrap items-center gap-3">
          <Allowed right="lotteries.write">
            <ButtonTo
              variant="outline"
              to={`/admin/lotteries?form=${lottery.id}`}
              aria-label={t("lotteries.editName", { title })}
              icon={<Pencil size={18} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t("lotteries.edit")}
            </ButtonTo>
            <ButtonTo
              variant="outline"
              to={`/admin/lotteries?form=new&copy=${lottery.id}`}
              aria-label={t("lotteries.copyName", { title })}
              icon={<Copy size={18} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t("lotteries.copy")}
            </ButtonTo>
            {canArchive(lottery).ok && <ArchiveButton lottery={lottery} />}
            <DialogButton
              dialog={`delete:${lottery.id}`}
              variant="danger"
              aria-label={t("lotteries.deleteName", { title })}
              icon={<Trash2 size={18} strokeWidth={1.6} aria-hidden="true" />}
              onOpen={onDelete}
            >
              {t("lotteries.delete")}
            </DialogButton>
          </Allowed>
          {(lottery.status === "draft" || lottery.status === "active") && (
            <TextLink
              to={`/admin/lotteries/${lottery.id}/queue`}
              className="text-sm"
              aria-label={t("lotteries.queueName", { title })}
            >
              {t("queue.link")}
            </TextLink>
          )}
          {lottery.status !== "draft" && (
            <TextLink to={`/lottery/${lottery.id}`} className="ms-auto text-sm">
              {t("lotteries.seeInShop")}
            </TextLink>
          )}
        </div>
      </div>
    </article>
  );
}

/** `onDelete` opens the dialog. */
export function LotteryCards({ lotteries, onDelete }: Props) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <ul className="lottery-cards" aria-label={t("lotteries.list")}>
      {lotteries.map((lottery) => (
        <li key={lottery.id}>
          <Card lottery={lottery} onDelete={() => onDelete(lottery)} />
        </li>
      ))}
    </ul>
  );
}
