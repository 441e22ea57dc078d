/** The prizes after the first one: rows of inputs that can be added, removed and moved. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from "#ui/icons.ts";
import { MOST_VALUE } from "../rules/fields/facts.ts";
import { canEdit, type FieldName, type LotteryFields } from "../rules/fields/lottery-fields.ts";
import {
  longestInput,
  NO_PRIZE,
  PRIZES_FIELD,
  type PrizeInput,
  prizeProblems,
  splitPrizes,
  type TypedPrize,
} from "../rules/fields/prize-facts.ts";
import { readMoney } from "../rules/fields/typed-values.ts";
import { MAX_FURTHER_PRIZES } from "../rules/prize/further-prizes.ts";

type Props = {
  typed: LotteryFields;
  hasOrders: boolean;
  errorOf: (name: FieldName) => string | undefined;
  /** A row was added, removed or moved. */
  onChange: () => void;
};
type Row = { readonly key: number; readonly prize: TypedPrize };

export function FormPrizes({ typed, hasOrders, errorOf, onChange }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const locked = !canEdit(PRIZES_FIELD, { hasOrders });
  const [rows, setRows] = useState<readonly Row[]>(() => splitPrizes(typed.further_prizes).map((prize, key) => ({ key, prize })));
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
  const add = () => setRows((known) => [...known, { key: Math.max(-1, ...known.map(({ key }) => key)) + 1, prize: NO_PRIZE }]);
  const move = (from: number, to: number) =>
    setRows((known) => known.toSpliced(from, 1).toSpliced(to, 0, ...known.slice(from, from + 1)));
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
        {/* Sent also without any row, so that the last one can be removed. */}
        <input type="hidden" name={PRIZES_FIELD} defaultValue="" readOnly={locked} />
        <ol className="grid gap-5">
          {rows.map(({ key, prize }, index) => (
            <li key={key} className="prize-row">
              <PrizeRow id={key} place={index + 2} prize={prize} locked={locked} problems={problems[index] ?? {}}>
                {!locked && (
                  <RowButtons
                    place={index + 2}
                    onUp={index > 0 ? () => move(index, index - 1) : undefined}
                    onDown={index < rows.length - 1 ? () => move(index, index + 1) : undefined}
                    onRemove={() => setRows((known) => known.filter((row) => row.key !== key))}
                  />
                )}
              </PrizeRow>
            </li>
          ))}
        </ol>
        {!locked && (
          <>
            <noscript>
              <PrizeRow id={-1} place={rows.length + 2} prize={NO_PRIZE} locked={false} problems={{}} />
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

type PrizeRowProps = {
  id: number;
  place: number;
  prize: TypedPrize;
  locked: boolean;
  problems: ReturnType<typeof prizeProblems>;
  children?: React.ReactNode;
};

/** The order of its inputs is that of `PRIZE_INPUTS`. */
function PrizeRow({ id, place, prize, locked, problems, children }: PrizeRowProps) {
  const { t } = useTranslation("admin-lotteries");
  const field = (name: PrizeInput) => {
    const problem = problems[name];
    return {
      id: `prize-${id}-${name}`,
      name: PRIZES_FIELD,
      label: t(`lotteries.prizes.${name}`),
      defaultValue: prize[name],
      readOnly: locked,
      error: problem && t(`lotteries.problem.${problem}`),
    };
  };
  const french = { lang: "fr", autoComplete: "off" } as const;
  const english = { lang: "en", autoComplete: "off" } as const;
  return (
    <fieldset>
      <legend className="prize-row-head">
        <span className="font-[560]">{t("lotteries.prizes.place", { n: place })}</span>
        {children}
      </legend>
      <div className="form-pair">
        <TextField {...field("title")} {...english} maxLength={longestInput("title")} />
        <TextField {...field("title_fr")} {...french} maxLength={longestInput("title_fr")} aside={t("lotteries.beforeSale")} />
      </div>
      <div className="form-pair mt-4">
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
      <div className="form-pair mt-4">
        <TextArea
          {...field("details")}
          {...english}
          maxLength={longestInput("details")}
          rows={3}
          hint={t("lotteries.prizes.detailsHint")}
          aside={t("lotteries.optional")}
        />
        <TextArea
          {...field("details_fr")}
          {...french}
          maxLength={longestInput("details_fr")}
          rows={3}
          aside={t("lotteries.optional")}
        />
      </div>
    </fieldset>
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
    <span className="with-scripts flex">
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
    </span>
  );
}
