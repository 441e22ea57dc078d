/** Says that a colleague saved the draw meanwhile, and lists what they stored. */
import { useTranslation } from "react-i18next";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { PRIZES_FIELD, splitPrizes } from "../rules/fields/prize-facts.ts";
import { useLabel } from "./form-errors.tsx";
import type { Conflict } from "./lottery-form-view.ts";

/** Prizes by their titles: their text has all inputs of all prizes. */
function shown(name: Conflict["fields"][number]["name"], value: string): string {
  if (name !== PRIZES_FIELD) return value;
  return splitPrizes(value)
    .map(({ title }) => title)
    .join(", ");
}

/** With a link that replaces the form by the stored draw. */
export function ConflictNote({ conflict, lotteryId }: { conflict: Conflict; lotteryId: string }) {
  const { t } = useTranslation("admin-lotteries");
  const { date, number } = useFormat();
  const label = useLabel();
  const { by, at, fields, pictures } = conflict;
  const time = at === undefined ? undefined : date(new Date(at), "clock");
  return (
    <Note
      tone="warn"
      role="alert"
      title={by && time ? t("lotteries.conflict.titleBy", { name: by, time }) : t("lotteries.conflict.title")}
    >
      <p>{t("lotteries.conflict.text")}</p>
      {(fields.length > 0 || pictures !== undefined) && (
        <>
          <p className="mt-2 font-[560]">{t("lotteries.conflict.theirs")}</p>
          <dl className="conflict-list">
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt>{label(name)}</dt>
                <dd>{shown(name, value) || t("lotteries.conflict.empty")}</dd>
              </div>
            ))}
            {pictures !== undefined && (
              <div>
                <dt>{label("pictures")}</dt>
                <dd>{number(pictures)}</dd>
              </div>
            )}
          </dl>
        </>
      )}
      <p className="mt-2">
        {/* Loads the document, which discards what is typed here. */}
        <TextLink reloadDocument to={`/admin/lotteries?form=${lotteryId}`}>
          {t("lotteries.conflict.takeTheirs")}
        </TextLink>
      </p>
    </Note>
  );
}
