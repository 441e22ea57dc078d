/** The form of a draw, new or stored, with its preview beside it. */
import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CENTRE, type Picture as StoredPicture } from "#shared/brand/picture.ts";
import { fillEnglish, ownLanguages } from "#shared/language/own-languages.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { FieldError } from "#ui/fields/field.tsx";
import { RequestKey } from "#ui/fields/request-key.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { type ShopForm, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { FocalPointPicker } from "#ui/pictures/focal-point-picker.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import {
  canEdit,
  FIELD_NAMES,
  type FieldName,
  isAskedField,
  type LotteryFields,
  readFields,
} from "../rules/fields/lottery-fields.ts";
import { gatherPrizes, prizeTitle, splitPrizes } from "../rules/fields/prize-facts.ts";
import { MAX_PICTURES } from "../rules/prize/picture-files.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { FactFields, FactFold } from "./fact-field.tsx";
import { FormCar } from "./form-car.tsx";
import { FormErrors, useLabel } from "./form-errors.tsx";
import { FormPreview } from "./form-preview.tsx";
import { FormPrizes } from "./form-prizes.tsx";
import { FormQuestion } from "./form-question.tsx";
import { FormTerms } from "./form-terms.tsx";
import type { EditedLottery, Place, SaveReply } from "./lottery-form-view.ts";
import { PictureDrop } from "./picture-drop.tsx";
import { PublishReview } from "./publish-review.tsx";
import { LotterySaveBar } from "./save-bar.tsx";

type Props = {
  lottery: EditedLottery;
  now: number;
  requestKey: string;
};

/** `now`: the shop's clock in ms; `requestKey`: makes a new draw that is sent twice one draw. */
export function LotteryForm(props: Props) {
  const typedChanges = useRef<TypedChanges>({});
  // A new version, such as an improved prize, starts the form again with the changes that were typed.
  return <VersionForm key={props.lottery.version} {...props} typedChanges={typedChanges} />;
}

/** By the names of fields. */
type TypedChanges = Partial<LotteryFields> & Readonly<Record<string, string>>;
type VersionProps = Props & { typedChanges: RefObject<TypedChanges> };

/** Sent beside the fields of the draw. */
const REASON_FIELDS = ["reason", "reason_note", "reason_note_fr"];

function VersionForm({ lottery, now, requestKey, typedChanges }: VersionProps) {
  const { t } = useTranslation("admin-lotteries");
  const { hasOrders } = lottery;
  const label = useLabel();
  const formElement = useRef<HTMLFormElement>(null);
  const isNew = lottery.id === undefined;
  const failureTitle = t(isNew ? "lotteries.createFailed" : "lotteries.updateFailed");
  const form = useShopForm<SaveReply>({
    intent: "save",
    navigates: true,
    say: (code, name) => t(code, { field: name && label(name as Place), n: MAX_PICTURES }),
  });
  const [changesBefore, setChangesBefore] = useState(() => typedChanges.current);
  /** Counts discarded changes, to reset the fields. */
  const [discards, setDiscards] = useState(0);
  const typed = discards > 0 ? lottery.fields : typedFields(lottery, form, { ...lottery.fields, ...changesBefore });
  const { conflict, review, version = lottery.version } = form.reply ?? {};
  /** The review that the administrator left to change the form. */
  const [leftReview, setLeftReview] = useState<typeof review>();
  const errorOf = (name: Place) => form.field(name).error;
  const [pictures, setPictures] = useState<readonly StoredPicture[]>(form.reply?.pictures ?? lottery.pictures);
  const [fields, setFields] = useState<LotteryFields>(typed);
  /** Pictures on their way. */
  const [uploads, setUploads] = useState(0);
  const onUploading = (isUploading: boolean) => setUploads((count) => count + (isUploading ? 1 : -1));
  const changed = changedNames(lottery, fields, pictures);
  const cancels = fields.status === "cancelled" && lottery.fields.status !== "cancelled";
  const readInputs = () => {
    if (!formElement.current) return;
    const sent = new FormData(formElement.current);
    const reasons = REASON_FIELDS.map((name) => [name, String(sent.get(name) ?? "")] as const);
    const read = readFields(gatherPrizes(sent), lottery.fields);
    const changes = changedFields(lottery, read).map((name) => [name, read[name]] as const);
    typedChanges.current = Object.fromEntries([...changes, ...reasons]);
    setFields(read);
  };
  // Fields may hold text that was typed before scripts loaded.
  useEffect(() => {
    if (formElement.current)
      setFields((known) => readFields(gatherPrizes(new FormData(formElement.current ?? undefined)), known));
  }, []);

  function discard() {
    setPictures(lottery.pictures);
    setFields(lottery.fields);
    typedChanges.current = {};
    setChangesBefore({});
    setDiscards(discards + 1);
  }

  return (
    <ShopFormFrame
      ref={formElement}
      form={form}
      fields={isNew ? {} : { version: String(version) }}
      encType="multipart/form-data"
      noValidate
      preventScrollReset={false}
      onInput={readInputs}
      needsReauth={cancels}
      className="lottery-form"
      aria-label={isNew ? t("lotteries.new") : t("lotteries.editName", { title: fillEnglish(lottery.fields).title })}
    >
      <UnsavedGuard when={changed.length > 0} />
      {isNew && <RequestKey newKey={requestKey} />}
      {review && review !== leftReview && (
        <PublishReview
          review={review}
          lottery={lottery}
          fields={fields}
          pictures={pictures}
          now={now}
          sentence={{ defaultValue: form.typed("sentence"), error: errorOf("sentence") }}
          isBusy={form.isBusy}
          onBack={() => setLeftReview(review)}
        />
      )}
      <div className="lottery-form-columns">
        <div className="grid min-w-0 gap-4">
          {conflict && lottery.id !== undefined && <ConflictNote conflict={conflict} lotteryId={lottery.id} />}
          {!(conflict && lottery.id !== undefined) && !review && (
            <FormErrors
              title={form.code?.startsWith("lotteries.gap.") ? t("lotteries.notReady") : failureTitle}
              form={form}
              labelOf={(name) => label(name as Place)}
              order={["pictures", ...FIELD_NAMES]}
            />
          )}
          <FormPictures
            pictures={pictures}
            onChange={setPictures}
            onUploading={onUploading}
            locked={!canEdit("pictures", lottery)}
            error={errorOf("pictures")}
            stored={isNew ? [] : lottery.pictures}
          />
          <Fragment key={discards}>
            <FormTexts typed={typed} fields={fields} hasOrders={hasOrders} isPublished={lottery.isPublished} errorOf={errorOf} />
            <FormPrizes
              titles={splitPrizes(fields.further_prizes).map(prizeTitle)}
              pictures={[...lottery.prizePictures, ...(form.reply?.prizePictures ?? [])]}
              onChange={readInputs}
              {...{ typed, hasOrders, errorOf, onUploading }}
            />
            <FormTerms
              lottery={lottery}
              typed={typed}
              fields={fields}
              typedIn={(name) => form.typed(name) ?? changesBefore[name]}
              errorOf={errorOf}
            />
            <FormQuestion fields={typed} hasOrders={hasOrders} errorOf={errorOf} />
          </Fragment>
        </div>
        <FormPreview lottery={lottery} fields={fields} pictures={pictures} now={now} />
      </div>
      <LotterySaveBar
        isNew={isNew}
        cancels={cancels}
        changed={changed}
        busy={form.isBusy}
        waiting={uploads > 0}
        onDiscard={discard}
      />
    </ShopFormFrame>
  );
}

/** The initial values: as typed in a refused form, else `before`. Browsers do not send locked fields. */
function typedFields(lottery: EditedLottery, form: Pick<ShopForm, "typed">, before: LotteryFields): LotteryFields {
  const get = (name: string) => {
    const text = form.typed(name);
    const isUnsent = text === "" && !canEdit(name as FieldName, lottery);
    return isUnsent ? undefined : text;
  };
  return readFields({ get }, before);
}

function changedFields(lottery: EditedLottery, fields: LotteryFields) {
  return FIELD_NAMES.filter((name) => isAskedField(name) && fields[name] !== lottery.fields[name]);
}

/** The fields that differ from the stored draw. */
function changedNames(lottery: EditedLottery, fields: LotteryFields, pictures: readonly StoredPicture[]) {
  const addresses = (list: readonly StoredPicture[]) => list.map(({ url }) => url).join(" ");
  const names = changedFields(lottery, fields);
  return addresses(pictures) === addresses(lottery.pictures) ? names : [...names, "pictures" as const];
}

type FormTextsProps = {
  typed: LotteryFields;
  fields: LotteryFields;
  hasOrders: boolean;
  isPublished: boolean;
  errorOf: (name: FieldName) => string | undefined;
};

/** The card with title, description, car, cash alternative and charity. */
function FormTexts(props: FormTextsProps) {
  const { t } = useTranslation("admin-lotteries");
  const isLocked = !canEdit("title", props);
  const bothLanguages = ownLanguages().length > 1 ? t("lotteries.carNote") : undefined;
  return (
    <AdminCard title={t("lotteries.car")} note={isLocked ? t("lotteries.carLocked") : bothLanguages}>
      <div className="form-pair">
        <FactFields card="car" {...props} />
      </div>
      <FormCar {...props} />
      <FactFold
        card="cash"
        title={t("lotteries.cash")}
        note={t("lotteries.cashNote")}
        isFilled={props.typed.cash_alternative !== ""}
        {...props}
      />
      <FactFold
        card="charity"
        title={t("lotteries.charity")}
        note={t("lotteries.charityNote")}
        isFilled={props.typed.charity_name !== ""}
        {...props}
      />
    </AdminCard>
  );
}

type FormPicturesProps = {
  pictures: readonly StoredPicture[];
  onChange: (change: (pictures: readonly StoredPicture[]) => readonly StoredPicture[]) => void;
  onUploading: (isUploading: boolean) => void;
  /** With orders, no picture can be removed or moved. */
  locked: boolean;
  error: string | undefined;
  stored: readonly StoredPicture[];
};

/** The card with the pictures. `stored`: those whose focal point can be set. */
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

/** The point of each stored picture that stays visible when it is cropped. */
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
