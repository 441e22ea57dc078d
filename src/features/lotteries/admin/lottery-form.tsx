import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { CENTRE, type Picture as StoredPicture } from "#shared/picture.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { FocalPointPicker } from "#ui/pictures/focal-point-picker.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { canEdit, FIELD_NAMES, type FieldName, type LotteryFields, readFields } from "../rules/lottery-fields.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { FactFields } from "./fact-field.tsx";
import { FormPreview } from "./form-preview.tsx";
import { FormQuestion } from "./form-question.tsx";
import { FormTerms } from "./form-terms.tsx";
import type { EditedLottery, SaveReply } from "./lottery-form-view.ts";
import { PictureDrop } from "./picture-drop.tsx";
import { SaveBar } from "./save-bar.tsx";
import { useProblems } from "./use-problems.ts";

const FORM = "lottery-form";

type Props = {
  lottery: EditedLottery;
  reply: SaveReply | undefined;
  now: number;
  requestKey: string;
};

export function LotteryForm({ lottery, reply, now, requestKey }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { hasOrders } = lottery;
  const form = useRef<HTMLFormElement>(null);
  const { state, formData } = useNavigation();
  const [pictures, setPictures] = useState<readonly StoredPicture[]>(reply?.pictures ?? lottery.pictures);
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
      <UnsavedGuard when={changed.length > 0} />
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
            stored={lottery.pictures}
          />
          <FormTexts typed={typed} fields={fields} hasOrders={hasOrders} errorOf={of} />
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

function changedNames(lottery: EditedLottery, fields: LotteryFields, pictures: readonly StoredPicture[]) {
  const addresses = (of: readonly StoredPicture[]) => of.map(({ url }) => url).join(" ");
  const names = FIELD_NAMES.filter((name) => fields[name] !== lottery.fields[name]);
  return addresses(pictures) === addresses(lottery.pictures) ? names : [...names, "pictures" as const];
}

type FormTextsProps = {
  typed: LotteryFields;
  fields: LotteryFields;
  hasOrders: boolean;
  errorOf: (name: FieldName) => string | undefined;
};

function FormTexts(props: FormTextsProps) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <AdminCard title={t("lotteries.car")} note={t(canEdit("title", props) ? "lotteries.carNote" : "lotteries.carLocked")}>
      <div className="form-pair">
        <FactFields card="car" {...props} />
      </div>
    </AdminCard>
  );
}

function FocalPoints({ pictures }: { pictures: readonly StoredPicture[] }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  if (pictures.length === 0) return null;
  return (
    <div className="mt-4">
      <Disclosure title={t("admin:kit.focus.heading")}>
        <p className="admin-note mb-3">{t("admin:kit.focus.hint")}</p>
        <ul className="grid gap-3 sm:grid-cols-2">
          {pictures.map(({ url, widths, width, focus }, index) => (
            <li key={url}>
              <FocalPointPicker
                url={url}
                src={`${url}-${widths[0] ?? width}.webp`}
                name={t("lotteries.picture", { n: index + 1 })}
                focus={focus ?? CENTRE}
              />
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  );
}

type FormPicturesProps = {
  pictures: readonly StoredPicture[];
  onChange: (change: (pictures: readonly StoredPicture[]) => readonly StoredPicture[]) => void;
  onUploading: (isUploading: boolean) => void;
  /** Somebody has ordered: none goes, and none changes its place. */
  locked: boolean;
  error: string | undefined;
  /** Those that the draw shows already: their focal points can be set. */
  stored: readonly StoredPicture[];
};

function FormPictures({ pictures, onChange, onUploading, locked, error, stored }: FormPicturesProps) {
  const { t } = useTranslation("admin-lotteries");
  const name = (index: number) => t("lotteries.picture", { n: index + 1 });
  return (
    <AdminCard
      id="pictures"
      title={t("lotteries.field.pictures")}
      note={t(locked ? "lotteries.picturesLocked" : "lotteries.picturesNote")}
    >
      {error && (
        <div className="mb-4">
          <FieldError>{error}</FieldError>
        </div>
      )}
      {locked ? (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4" aria-label={t("lotteries.field.pictures")}>
          {pictures.map((picture, index) => (
            <li key={picture.url} className="overflow-hidden rounded-control">
              <Picture picture={picture} alt={name(index)} sizes="(min-width: 640px) 180px, 45vw" />
              <input type="hidden" name="images" value={picture.url} />
            </li>
          ))}
        </ul>
      ) : (
        <PictureDrop label={t("lotteries.field.pictures")} pictures={pictures} onChange={onChange} onUploading={onUploading} />
      )}
      <FocalPoints pictures={stored} />
    </AdminCard>
  );
}
