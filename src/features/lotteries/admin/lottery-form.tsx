/** The form of a draw, made or changed: pictures, car, tickets and dates, question; beside it the draw as players will see it. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import type { Picture } from "#shared/picture.ts";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { canEdit, FIELD_NAMES, type LotteryFields, readFields } from "../rules/lottery-fields.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { FormPictures } from "./form-pictures.tsx";
import { FormPreview } from "./form-preview.tsx";
import { FormQuestion } from "./form-question.tsx";
import { FormTerms } from "./form-terms.tsx";
import { FormWords } from "./form-words.tsx";
import type { EditedLottery, SaveReply } from "./lottery-form-view.ts";
import { SaveBar } from "./save-bar.tsx";
import { useProblems } from "./use-problems.ts";

const FORM = "lottery-form";

type Props = {
  lottery: EditedLottery;
  /** What the last try came to, with all that was typed. */
  reply: SaveReply | undefined;
  /** The shop's clock when the page was made, in milliseconds. */
  now: number;
  /** Drawn with the page. */
  requestKey: string;
};

export function LotteryForm({ lottery, reply, now, requestKey }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { hasOrders } = lottery;
  const form = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  const [pictures, setPictures] = useState<readonly Picture[]>(reply?.pictures ?? lottery.pictures);
  const [fields, setFields] = useState<LotteryFields>(reply?.fields ?? lottery.fields);
  const [isUploading, setUploading] = useState(false);
  const isSaving = state !== "idle" && formData?.get("intent") === "save";
  const changed = changedNames(lottery, fields, pictures);
  const { errors, of } = useProblems(reply);
  const typed = reply?.fields ?? lottery.fields;
  const cancels = fields.status === "cancelled" && lottery.fields.status !== "cancelled";
  const look = () => form.current && setFields(readFields(new FormData(form.current), lottery.fields));
  // What somebody typed before the scripts came is in the fields already.
  useEffect(() => {
    if (form.current) setFields((known) => readFields(new FormData(form.current ?? undefined), known));
  }, []);

  function discard() {
    form.current?.reset();
    setPictures(lottery.pictures);
    setFields(lottery.fields);
  }

  return (
    <Form
      ref={form}
      id={FORM}
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset={false}
      onInput={look}
      {...(cancels && { "data-needs-proof": "" })}
      className="lottery-form"
      aria-label={lottery.id === undefined ? t("lotteries.new") : t("lotteries.editName", { title: lottery.fields.title })}
    >
      <UnsavedGuard when={changed.length > 0 && !isSaving} />
      <input type="hidden" name="intent" value="save" />
      {lottery.id === undefined && <RequestKey fresh={requestKey} />}
      {lottery.id !== undefined && <input type="hidden" name="version" value={reply?.version ?? lottery.version} />}
      <div className="lottery-form-columns">
        <div className="grid min-w-0 gap-4">
          <ErrorSummary title={t(titleOf(lottery, reply))} errors={errors} />
          {reply?.conflict && lottery.id !== undefined && <ConflictNote conflict={reply.conflict} lotteryId={lottery.id} />}
          <FormPictures
            pictures={pictures}
            onChange={setPictures}
            onUploading={setUploading}
            locked={!canEdit("pictures", lottery)}
            error={of("pictures")}
          />
          <FormWords typed={typed} hasOrders={hasOrders} errorOf={of} />
          <FormTerms lottery={lottery} typed={typed} fields={fields} reason={reply?.reason} errorOf={of} />
          <FormQuestion fields={typed} hasOrders={hasOrders} errorOf={of} />
        </div>
        <FormPreview lottery={lottery} fields={fields} pictures={pictures} now={now} />
      </div>
      <SaveBar
        isNew={lottery.id === undefined}
        cancels={cancels}
        changed={changed}
        busy={isSaving}
        waiting={isUploading}
        onDiscard={discard}
      />
    </Form>
  );
}

function titleOf(lottery: EditedLottery, reply: SaveReply | undefined) {
  if (reply?.refusal === "not_ready") return "lotteries.notReady";
  return lottery.id === undefined ? "lotteries.createFailed" : "lotteries.updateFailed";
}

/** Of fields, and of the pictures as a whole. */
function changedNames(lottery: EditedLottery, fields: LotteryFields, pictures: readonly Picture[]) {
  const addresses = (of: readonly Picture[]) => of.map(({ url }) => url).join(" ");
  const names = FIELD_NAMES.filter((name) => fields[name] !== lottery.fields[name]);
  return addresses(pictures) === addresses(lottery.pictures) ? names : [...names, "pictures" as const];
}
