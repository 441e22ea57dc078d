import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { CONFIRM_PAGE } from "#features/accounts/rules/proof-asked.ts";
import type { Picture } from "#shared/picture.ts";
import { words } from "#shared/words.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { MAX_PICTURES } from "../rules/picture-files.ts";
import { checkImprovement, IMPROVEMENT_FIELDS, type ImprovementField, LONGEST_NOTE } from "../rules/prize-improvement.ts";
import type { EditedLottery, ImproveRefusal, ImproveReply } from "./lottery-form-view.ts";
import { PictureDrop } from "./picture-drop.tsx";

type Props = {
  lottery: EditedLottery;
  reply: ImproveReply | undefined;
  requestKey: string;
};

export function ImprovePrize({ lottery, reply, requestKey }: Props) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { money } = useFormat();
  const { state, formData } = useNavigation();
  const [pictures, setPictures] = useState<readonly Picture[]>(reply?.pictures ?? []);
  const [isUploading, setUploading] = useState(false);
  const { errors, of } = useImproveProblems(reply);
  const field = (name: ImprovementField) => ({
    label: t(`improve.field.${name}`),
    name,
    defaultValue: reply?.fields[name] ?? "",
    error: of(name),
    autoComplete: "off",
  });
  const problemOf = (improved_value: string) => {
    const checked = checkImprovement({ improved_value, note: "", note_fr: "" }, lottery.worth);
    const problem = "problems" in checked ? checked.problems.improved_value : undefined;
    return problem && t(`lotteries.problem.${problem}`);
  };
  const note = { rows: 3, maxLength: LONGEST_NOTE };
  return (
    <AdminCard id="improve" title={t("improve.title")} note={t("improve.note")} className="mb-4">
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        data-needs-proof
        className="grid gap-5"
        aria-label={t("improve.title")}
      >
        <input type="hidden" name="intent" value="improve" />
        <RequestKey fresh={requestKey} />
        <TypedGuard stays={false} />
        <ErrorSummary title={t("improve.failed")} errors={errors} />
        <div className="form-pair">
          <TextArea {...field("note")} {...note} lang="en" hint={t("improve.hint.note")} />
          <TextArea {...field("note_fr")} {...note} lang="fr" />
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
              behind={lottery.pictures.length}
            />
          </div>
        )}
        <div>
          <Button
            type="submit"
            variant="outline"
            busy={state !== "idle" && formData?.get("intent") === "improve"}
            busyLabel={t("admin:kit.saving")}
            aria-disabled={isUploading || undefined}
          >
            {t("improve.submit")}
          </Button>
        </div>
      </Form>
    </AdminCard>
  );
}

/** Refusals that are about pictures; the others are told at the first field. */
const OF_PICTURES: ReadonlySet<ImproveRefusal> = new Set<ImproveRefusal>(
  words("too_many_pictures same_picture picture_gone picture_refused too_large"),
);

function useImproveProblems(reply: ImproveReply | undefined) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { refusal, problems = {} } = reply ?? {};
  const of = (name: ImprovementField): string | undefined => {
    const problem = problems[name];
    return problem && t(`lotteries.problem.${problem}`);
  };
  const errors: { fieldId: string; message: string; to?: string | undefined }[] = IMPROVEMENT_FIELDS.flatMap((name) => {
    const message = of(name);
    return message === undefined
      ? []
      : [{ fieldId: name, message: t("admin:kit.named", { name: t(`improve.field.${name}`), text: message }) }];
  });
  if (refusal !== undefined) {
    const message =
      refusal === "not_locked" || refusal === "is_over" || refusal === "nothing" || refusal === "proof_needed"
        ? t(`improve.refusal.${refusal}`)
        : t(`lotteries.refusal.${refusal}`, { n: MAX_PICTURES });
    const to = refusal === "proof_needed" ? CONFIRM_PAGE : undefined;
    errors.push({ fieldId: OF_PICTURES.has(refusal) ? "improve-pictures" : "note", message, to });
  }
  return { errors, of };
}
