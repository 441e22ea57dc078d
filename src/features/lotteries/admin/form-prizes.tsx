/** The prizes after the first one: folded cards that can be added, removed and moved. */
import { Fragment, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import { isAsked, isInUse } from "#shared/language/own-languages.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from "#ui/icons.ts";
import { Picture } from "#ui/pictures/picture.tsx";
import { CAR_FIELDS, carField } from "../rules/fields/car-fact.ts";
import { MOST_VALUE } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import {
  longestInput,
  NO_PRIZE,
  PRIZE_INPUTS,
  pictureUrls,
  PRIZES_FIELD,
  type PrizeInput,
  prizeProblems,
  prizeTitle,
  splitPrizes,
  type TypedPrize,
} from "../rules/fields/prize-facts.ts";
import { readMoney } from "../rules/fields/typed-values.ts";
import { CAR_MEMBERS } from "../rules/prize/car.ts";
import { MAX_FURTHER_PRIZES } from "../rules/prize/further-prizes.ts";
import { MAX_PICTURES } from "../rules/prize/picture-files.ts";
import { CarInput } from "./form-car.tsx";
import { useLabel } from "./form-errors.tsx";
import { PictureUpload } from "./picture-drop.tsx";

type Props = {
  typed: LotteryFields;
  /** The titles of the prizes as typed now. */
  titles: readonly string[];
  /** The pictures whose addresses `typed` has. */
  pictures: readonly StoredPicture[];
  hasOrders: boolean;
  errorOf: (name: FieldName) => string | undefined;
  /** A row was added, removed or moved, or its pictures changed. */
  onChange: () => void;
  onUploading: (isUploading: boolean) => void;
};
/** `key`: stays when the row moves; `isNew`: added on this page. */
type Row = {
  readonly key: number;
  readonly prize: TypedPrize;
  readonly pictures: readonly StoredPicture[];
  readonly isNew: boolean;
};

/** The pictures of a prize, in order. */
function picturesOf(prize: TypedPrize, pictures: readonly StoredPicture[]): readonly StoredPicture[] {
  return pictureUrls(prize).flatMap((url) => pictures.find((picture) => picture.url === url) ?? []);
}

type PictureChange = (pictures: readonly StoredPicture[]) => readonly StoredPicture[];

type PrizeRowProps = {
  id: number;
  place: number;
  title: string;
  prize: TypedPrize;
  pictures: readonly StoredPicture[];
  locked: boolean;
  problems: ReturnType<typeof prizeProblems>;
  isNew: boolean;
  /** Undefined without scripts. */
  onPictures?: (change: PictureChange) => void;
  onUploading?: (isUploading: boolean) => void;
  children?: React.ReactNode;
};

type PrizePicturesProps = Pick<PrizeRowProps, "id" | "place" | "pictures" | "locked" | "onPictures" | "onUploading"> & {
  error: string | undefined;
};

/** Sends the addresses also without scripts, which are needed to change them. */
function PrizePictures({ id, place, pictures, locked, onPictures, onUploading, error }: PrizePicturesProps) {
  const { t } = useTranslation("admin-lotteries");
  const label = t("lotteries.prizes.pictures", { n: place });
  return (
    <section aria-label={label}>
      {(!locked || pictures.length > 0) && <h4 className="mb-2 text-sm font-[540]">{t("lotteries.field.pictures")}</h4>}
      {error && <FieldError>{error}</FieldError>}
      {locked || !onPictures || !onUploading ? (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4" aria-label={label}>
          {pictures.map((picture, index) => (
            <li key={picture.url} className="overflow-hidden rounded-control">
              <Picture picture={picture} alt={t("lotteries.picture", { n: index + 1 })} sizes="(min-width: 640px) 180px, 45vw" />
            </li>
          ))}
        </ul>
      ) : (
        <PictureUpload
          id={`prize-${id}-files`}
          label={label}
          pictures={pictures}
          onChange={onPictures}
          onUploading={onUploading}
        />
      )}
      {!locked && <input type="hidden" name={PRIZES_FIELD} value={pictures.map(({ url }) => url).join(" ")} />}
    </section>
  );
}

/** The inputs of one prize, in the order of `PRIZE_INPUTS`. Locked inputs are not sent. */
function PrizeRow({
  id,
  place,
  title,
  prize,
  pictures,
  locked,
  problems,
  isNew,
  onPictures,
  onUploading,
  children,
}: PrizeRowProps) {
  const { t } = useTranslation("admin-lotteries");
  const label = useLabel();
  const problemAt = (name: PrizeInput, field?: string) => {
    const problem = problems[name];
    return problem && t(`lotteries.problem.${problem}`, { field, n: MAX_PICTURES });
  };
  const input = (name: PrizeInput) => ({
    id: `prize-${id}-${name}`,
    name: locked ? "" : PRIZES_FIELD,
    defaultValue: prize[name],
  });
  const field = (name: "title" | "title_fr" | "value" | "details" | "details_fr") => ({
    ...input(name),
    label: t(`lotteries.prizes.${isInUse("en") ? name : (name.replace("_fr", "") as "title" | "details")}`),
    readOnly: locked,
    error: problemAt(name),
  });
  const french = { lang: "fr", autoComplete: "off" } as const;
  const beforeSale = isInUse("en") && { aside: t("lotteries.beforeSale") };
  const english = { lang: "en", autoComplete: "off" } as const;
  // Rows have all inputs, in order. Those of a language that is switched off keep their text.
  const inputOf = (name: PrizeInput, asked: React.ReactNode) =>
    isAsked(name, PRIZE_INPUTS) ? asked : <input {...input(name)} type="hidden" />;
  return (
    <details className="prize-card" open={isNew || Object.keys(problems).length > 0 || undefined}>
      <summary>
        <h3>
          {title.trim() === "" ? t("lotteries.prizes.place", { n: place }) : t("lotteries.prizes.named", { n: place, title })}
        </h3>
        <ChevronDown size={20} strokeWidth={1.6} aria-hidden="true" />
      </summary>
      <div className="prize-card-body">
        <div className="form-pair">
          {inputOf("title", <TextField {...field("title")} {...english} maxLength={longestInput("title")} />)}
          {inputOf(
            "title_fr",
            <TextField {...field("title_fr")} {...french} maxLength={longestInput("title_fr")} {...beforeSale} />,
          )}
        </div>
        <div className="form-pair">
          <NumberField
            {...field("value")}
            inputMode="decimal"
            className="money-input"
            problemOf={(text) => {
              const value = readMoney(text, MOST_VALUE);
              return typeof value === "string" ? t(`lotteries.problem.${value}`) : undefined;
            }}
          />
        </div>
        <div className="form-pair">
          {inputOf(
            "details",
            <TextArea
              {...field("details")}
              {...english}
              maxLength={longestInput("details")}
              rows={3}
              hint={t("lotteries.prizes.detailsHint")}
              aside={t("lotteries.optional")}
            />,
          )}
          {inputOf(
            "details_fr",
            <TextArea
              {...field("details_fr")}
              {...french}
              maxLength={longestInput("details_fr")}
              rows={3}
              hint={isInUse("en") ? undefined : t("lotteries.prizes.detailsHint")}
              aside={t("lotteries.optional")}
            />,
          )}
        </div>
        <Disclosure
          title={t("lotteries.carDetails")}
          startsOpen={CAR_FIELDS.some((name) => prize[name] !== "" || problems[name])}
        >
          <p className="admin-note mb-4">{t("lotteries.prizes.carNote")}</p>
          <div className="form-pair">
            {CAR_MEMBERS.map((member) => {
              const name = carField(member);
              const error = problemAt(name, label(name));
              const carInput = <CarInput member={member} isLocked={locked} {...input(name)} error={error} />;
              return <Fragment key={member}>{inputOf(name, carInput)}</Fragment>;
            })}
          </div>
        </Disclosure>
        <PrizePictures {...{ id, place, pictures, locked, onPictures, onUploading }} error={problemAt("pictures")} />
        {children}
      </div>
    </details>
  );
}

type RowButtonsProps = {
  place: number;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
};

function RowButtons({ place, onUp, onDown, onRemove }: RowButtonsProps) {
  const { t } = useTranslation("admin-lotteries");
  const buttons = [
    { name: t("lotteries.prizes.up", { n: place }), Icon: ArrowUp, onClick: onUp },
    { name: t("lotteries.prizes.down", { n: place }), Icon: ArrowDown, onClick: onDown },
    { name: t("lotteries.prizes.remove", { n: place }), Icon: Trash2, onClick: onRemove },
  ];
  return (
    <p className="with-scripts prize-card-buttons">
      {buttons.map(({ name, Icon, onClick }) => (
        <button
          key={name}
          type="button"
          className="icon-btn"
          title={name}
          aria-label={name}
          onClick={onClick}
          disabled={!onClick}
        >
          <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      ))}
    </p>
  );
}

/** `typed`: the fields as sent last, else as stored. */
export function FormPrizes({ typed, titles, pictures, hasOrders, errorOf, onChange, onUploading }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const locked = !canEdit(PRIZES_FIELD, { hasOrders });
  const [rows, setRows] = useState<readonly Row[]>(() =>
    splitPrizes(typed.further_prizes).map((prize, key) => ({ key, prize, pictures: picturesOf(prize, pictures), isNew: false })),
  );
  const isFirst = useRef(true);
  const onRows = useEffectEvent(onChange);
  // Only rows: their inputs report what is typed.
  useEffect(() => {
    if (!isFirst.current) onRows();
    isFirst.current = false;
  }, [rows]);
  const error = errorOf(PRIZES_FIELD);
  // Rows keep their order in the sent text.
  const problems = error === undefined ? [] : splitPrizes(typed.further_prizes).map((sent) => prizeProblems(sent, MOST_VALUE));
  const isBesideInput = problems.some((each) => Object.keys(each).length > 0);
  const add = () =>
    setRows((all) => [
      ...all,
      { key: Math.max(-1, ...all.map(({ key }) => key)) + 1, prize: NO_PRIZE, pictures: [], isNew: true },
    ]);
  const move = (from: number, to: number) =>
    setRows((all) => all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1)));
  const setPictures = (key: number, change: PictureChange) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, pictures: change(row.pictures) } : row)));
  return (
    <AdminCard id={PRIZES_FIELD}>
      <details className="form-fold" open={rows.length > 0 || error !== undefined || undefined}>
        <summary>
          <h2 className="admin-h2">{t("lotteries.prizes.heading")}</h2>
          <ChevronDown size={20} strokeWidth={1.6} aria-hidden="true" />
        </summary>
        <p className="admin-note mt-1 mb-4">{t(locked ? "lotteries.prizes.locked" : "lotteries.prizes.note")}</p>
        {error && !isBesideInput && (
          <div className="mb-4">
            <FieldError>{error}</FieldError>
          </div>
        )}
        {/* Sent also without any row, so that the last one can be removed. Locked, it has all rows. */}
        <input type="hidden" name={PRIZES_FIELD} defaultValue={locked ? typed.further_prizes : ""} readOnly={locked} />
        <ol className="grid gap-3">
          {rows.map(({ key, prize, pictures: own, isNew }, index) => (
            <li key={key}>
              <PrizeRow
                {...{ id: key, place: index + 2, prize, pictures: own, locked, onUploading }}
                title={titles[index] ?? prizeTitle(prize)}
                problems={problems[index] ?? {}}
                isNew={isNew}
                onPictures={(change) => setPictures(key, change)}
              >
                {!locked && (
                  <RowButtons
                    place={index + 2}
                    onUp={index > 0 ? () => move(index, index - 1) : undefined}
                    onDown={index < rows.length - 1 ? () => move(index, index + 1) : undefined}
                    onRemove={() => setRows((all) => all.filter((row) => row.key !== key))}
                  />
                )}
              </PrizeRow>
            </li>
          ))}
        </ol>
        {!locked && (
          <>
            <noscript>
              <PrizeRow
                id={-1}
                place={rows.length + 2}
                title=""
                prize={NO_PRIZE}
                pictures={[]}
                locked={false}
                problems={{}}
                isNew
              />
            </noscript>
            {rows.length < MAX_FURTHER_PRIZES && (
              <Button
                variant="outline"
                size="sm"
                className="with-scripts mt-4"
                onClick={add}
                icon={<Plus size={18} strokeWidth={1.6} aria-hidden="true" />}
              >
                {t("lotteries.prizes.add")}
              </Button>
            )}
          </>
        )}
        <div className="mt-5 max-w-[26rem]">
          <SelectField
            label={t("lotteries.field.one_prize_a_person")}
            hint={t("lotteries.prizes.onePrizeHint")}
            name="one_prize_a_person"
            defaultValue={typed.one_prize_a_person}
            disabled={!canEdit("one_prize_a_person", { hasOrders })}
            options={(["no", "yes"] as const).map((value) => ({
              value,
              label: t(`lotteries.prizes.${value === "yes" ? "onePrizeYes" : "onePrizeNo"}`),
            }))}
          />
        </div>
      </details>
    </AdminCard>
  );
}
