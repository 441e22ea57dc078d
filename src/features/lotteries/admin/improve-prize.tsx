/** The form that adds to the prize of a draw with orders: a higher value, a note, pictures. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Picture } from "#shared/brand/picture.ts";
import { defaultLocale } from "#shared/language/locale.ts";
import { hasBothLanguages } from "#shared/language/own-languages.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { MAX_PICTURES } from "../rules/prize/picture-files.ts";
import { checkImprovement, type ImprovementField, LONGEST_NOTE } from "../rules/prize/prize-improvement.ts";
import { FormErrors } from "./form-errors.tsx";
import type { EditedLottery, ImproveReply } from "./lottery-form-view.ts";
import { PictureDrop } from "./picture-drop.tsx";

type Props = {
  lottery: EditedLottery;
  requestKey: string;
};

/** `requestKey` makes a repeated request add nothing. */
export function ImprovePrize({ lottery, requestKey }: Props) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { money } = useFormat();
  const form = useShopForm<ImproveReply>({ intent: "improve", navigates: true, say: (code) => t(code, { n: MAX_PICTURES }) });
  const [pictures, setPictures] = useState<readonly Picture[]>(form.reply?.pictures ?? []);
  const [isUploading, setUploading] = useState(false);
  const label = (name: ImprovementField) => t(`improve.field.${name}`);
  const field = (name: ImprovementField) => ({ ...form.field(name), label: label(name), autoComplete: "off" });
  const problemOf = (improved_value: string) => {
    const checked = checkImprovement({ improved_value, note: "", note_fr: "" }, lottery.worth);
    const problem = "problems" in checked ? checked.problems.improved_value : undefined;
    return problem && t(`lotteries.problem.${problem}`);
  };
  const note = { rows: 3, maxLength: LONGEST_NOTE };
  return (
    <AdminCard id="improve" title={t("improve.title")} note={t("improve.note")} className="mb-4">
      <ShopFormFrame
        form={form}
        encType="multipart/form-data"
        noValidate
        needsReauth
        className="grid gap-5"
        aria-label={t("improve.title")}
      >
        <RequestKey newKey={requestKey} />
        <TypedGuard isUnsaved={form.isRefused} keepsOnQueryChange={false} />
        <FormErrors title={t("improve.failed")} form={form} labelOf={(name) => label(name as ImprovementField)} />
        <div className="form-pair">
          <TextArea {...field("note")} {...note} lang={defaultLocale()} hint={t("improve.hint.note")} />
          {hasBothLanguages() && <TextArea {...field("note_fr")} {...note} lang="fr" />}
          <NumberField
            {...field("improved_value")}
            problemOf={problemOf}
            inputMode="decimal"
            className="money-input"
            hint={t("improve.hint.improved_value", { value: money(lottery.worth, "whole") })}
          />
        </div>
        {lottery.pictures.length < MAX_PICTURES && (
          <div id="improve-pictures" className="grid gap-2">
            <p className="font-[560]">{t("improve.field.pictures")}</p>
            <PictureDrop
              label={t("improve.field.pictures")}
              pictures={pictures}
              onChange={setPictures}
              onUploading={setUploading}
              existing={lottery.pictures.length}
            />
          </div>
        )}
        <div>
          <Button
            type="submit"
            variant="outline"
            busy={form.isBusy}
            busyLabel={t("admin:kit.saving")}
            aria-disabled={isUploading || undefined}
          >
            {t("improve.submit")}
          </Button>
        </div>
      </ShopFormFrame>
    </AdminCard>
  );
}
