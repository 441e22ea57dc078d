/** The step before a draw goes on sale: what visitors will read, what it brings, and what is unusual. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import { londonInstant } from "#shared/dates/dates.ts";
import { formatTime } from "#shared/dates/draw-dates.ts";
import { ownLanguages } from "#shared/language/own-languages.ts";
import { pence } from "#shared/money/money.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useFormat, useLocale } from "#ui/i18n/messages.ts";
import { DefinitionList, type DefinitionRow } from "#ui/lists/definition-list.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import type { LotteryFields } from "../rules/fields/lottery-fields.ts";
import { previewOf, prospect } from "../rules/fields/lottery-preview.ts";
import { splitPrizes } from "../rules/fields/prize-facts.ts";
import type { PublishReview as Review } from "../server/review-publishing.ts";
import type { EditedLottery } from "./lottery-form-view.ts";

/** `sentence`: the field for the sentence that an unusual draw needs; `onBack`: returns to the form. */
type Props = {
  review: Review;
  lottery: EditedLottery;
  fields: LotteryFields;
  pictures: readonly StoredPicture[];
  now: number;
  sentence: { readonly defaultValue: string | undefined; readonly error: string | undefined };
  isBusy: boolean;
  onBack: () => void;
};

/** Title, description and question in one language, with the right answer. */
function Texts({ fields, language }: { fields: LotteryFields; language: "en" | "fr" }) {
  const { t } = useTranslation("admin-lotteries");
  const isFrench = language === "fr";
  const text = (name: "title" | "description" | "question") => fields[isFrench ? (`${name}_fr` as const) : name] || fields[name];
  const rightIndex = /^[0-3]$/.exec(fields.right_option)?.[0] as "0" | "1" | "2" | "3" | undefined;
  const answer = rightIndex && ((isFrench && fields[`option${rightIndex}_fr`]) || fields[`option${rightIndex}`]);
  return (
    <section aria-label={t(`lotteries.language.${language}`)} className="grid content-start gap-1.5" lang={language}>
      <p className="admin-note">{t(`lotteries.language.${language}`)}</p>
      <p className="font-[580] wrap-anywhere">{text("title")}</p>
      <p className="publish-review-text">{text("description")}</p>
      <p className="wrap-anywhere">{text("question")}</p>
      {answer && <p className="text-muted wrap-anywhere">{answer}</p>}
    </section>
  );
}

/** When the draw is published, opens, closes and may be drawn. */
function Dates({ lottery, fields, now }: Pick<Props, "lottery" | "fields" | "now">) {
  const { t } = useTranslation("admin-lotteries");
  const { date } = useFormat();
  const locale = useLocale();
  const draw = previewOf({ fields, pictures: lottery.pictures, sold: 0, locale, now: new Date(now) });
  const published = fields.status === "draft" ? londonInstant(fields.publish_at.trim()) : undefined;
  const atHour = (day: string, time: string) => `${date(day, "long")}, ${formatTime(time.trim(), locale)}`;
  const rows: DefinitionRow[] = [
    ...(published
      ? [{ id: "published", term: t("review.published"), value: `${date(published, "long")}, ${date(published, "time")}` }]
      : []),
    { id: "opens", term: t("review.opens"), value: atHour(fields.start_date, fields.start_time) },
    { id: "closes", term: t("review.closes"), value: atHour(fields.end_date, fields.end_time) },
    ...(draw.dates.lastPostOn
      ? [{ id: "post", term: t("review.freeWay"), value: t("review.freeWayText", { day: date(draw.dates.lastPostOn, "long") }) }]
      : []),
    { id: "drawn", term: t("review.drawn"), value: date(draw.dates.drawnFrom, "long") },
  ];
  return <DefinitionList rows={rows} />;
}

/** What all tickets bring in, less the prizes. */
function Sums({ fields }: Pick<Props, "fields">) {
  const { t } = useTranslation("admin-lotteries");
  const { money, number } = useFormat();
  const sums = prospect(fields);
  if (!sums) return null;
  const left = pence(Math.abs(sums.takings - sums.prize));
  const further = splitPrizes(fields.further_prizes).length;
  const price = pence(Math.round(sums.takings / sums.tickets));
  const rows: DefinitionRow[] = [
    { id: "price", term: t("lotteries.pricePerTicket"), value: money(price) },
    { id: "tickets", term: t("lotteries.ticketsAvailable"), value: number(sums.tickets) },
    { id: "takings", term: t("review.takings"), value: money(sums.takings, "whole") },
    { id: "prize", term: t(further > 0 ? "review.prizes" : "lotteries.priceValue"), value: money(sums.prize, "whole") },
    {
      id: "left",
      term: t(sums.loses ? "review.loss" : "review.left"),
      value: <span className={sums.loses ? "text-danger-text" : undefined}>{money(left, "whole")}</span>,
      strong: true,
    },
  ];
  return <DefinitionList rows={rows} />;
}

/** Above the form. Sending the form again confirms it. */
export function PublishReview({ review, lottery, fields, pictures, now, sentence, isBusy, onBack }: Props) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const head = useRef<HTMLDivElement>(null);
  const isWrong = sentence.error !== undefined;
  // Each reply is a new review; a wrong sentence is read at its field.
  useEffect(() => {
    const field = isWrong ? head.current?.querySelector<HTMLElement>('[name="sentence"]') : undefined;
    (field ?? head.current)?.scrollIntoView({ block: field ? "center" : "start" });
    (field ?? head.current)?.focus({ preventScroll: true });
  }, [review, isWrong]);
  const isLater = fields.status === "draft";
  return (
    <div ref={head} tabIndex={-1} className="publish-review" role="group" aria-labelledby="review">
      <AdminCard title={<span id="review">{t("review.title")}</span>} note={t(isLater ? "review.noteLater" : "review.note")}>
        <div className="grid gap-6">
          <ul className="publish-review-pictures">
            {pictures.map((picture, index) => (
              <li key={picture.url}>
                <Picture picture={picture} alt={t("lotteries.picture", { n: index + 1 })} sizes="180px" />
              </li>
            ))}
          </ul>
          <div className="publish-review-columns">
            {ownLanguages().map((language) => (
              <Texts key={language} fields={fields} language={language} />
            ))}
          </div>
          <div className="publish-review-columns">
            <Dates lottery={lottery} fields={fields} now={now} />
            <Sums fields={fields} />
          </div>
          {review.warnings.map((warning) => (
            <Note key={warning} tone="warn" title={t(`review.warning.${warning}`)}>
              {t(`review.reason.${warning}`)}
            </Note>
          ))}
          <input type="hidden" name="reviewed" value={review.digest} />
          {review.sentence !== undefined && (
            <TextField
              {...sentence}
              name="sentence"
              label={t("review.typeSentence", { sentence: review.sentence })}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              required
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="gold" busy={isBusy} busyLabel={t("admin:kit.saving")}>
              {t(isLater ? "review.confirmLater" : "review.confirm")}
            </Button>
            <Button variant="outline" className="with-scripts" onClick={onBack}>
              {t("review.back")}
            </Button>
          </div>
        </div>
      </AdminCard>
    </div>
  );
}
