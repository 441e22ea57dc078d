/** A draw's pictures: dropped, put in order, taken out. What is taken out here goes when the form is saved, and not before. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Picture } from "#shared/picture.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { DropZone } from "#ui/drop-zone.tsx";
import { FieldError } from "#ui/field-error.tsx";
import { SortableGallery } from "#ui/sortable-gallery.tsx";
import { toastError } from "#ui/toast.tsx";
import { MAX_PICTURES, PICTURE_MAX_BYTES, PICTURE_MIN_BYTES, PICTURE_TYPES } from "../rules/picture-files.ts";
import type { UploadRefusal } from "./upload-route.ts";
import { useUploads } from "./use-uploads.ts";

type Props = {
  pictures: readonly Picture[];
  onChange: (change: (pictures: readonly Picture[]) => readonly Picture[]) => void;
  onUploading: (isUploading: boolean) => void;
  error: string | undefined;
};

export function FormPictures({ pictures, onChange, onUploading, error }: Props) {
  const { t } = useTranslation("admin");
  const refusal = useRefusals();
  const { progress, upload } = useUploads({
    onPicture: (picture) => {
      const isThere = (known: readonly Picture[]) => known.some(({ url }) => url === picture.url);
      if (isThere(pictures)) toastError(t("lotteries.refusal.same_picture"));
      onChange((known) => (isThere(known) ? known : [...known, picture].slice(0, MAX_PICTURES)));
    },
    onRefused: (error, file) => toastError(`${t("lotteries.uploadFailed")}: ${file.name}. ${refusal(error)}`),
  });
  async function take(files: readonly File[]) {
    if (pictures.length + files.length > MAX_PICTURES) return toastError(t("lotteries.tooManyImages", { n: MAX_PICTURES }));
    onUploading(true);
    await upload(files).finally(() => onUploading(false));
  }
  const name = (index: number) => t("lotteries.picture", { n: index + 1 });
  return (
    <AdminCard id="pictures" title={t("lotteries.field.pictures")} note={t("lotteries.picturesNote")}>
      {error && (
        <div className="mb-4">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <SortableGallery
        label={t("lotteries.field.pictures")}
        pictures={pictures.map(({ url, widths, width }, index) => ({
          id: url,
          src: `${url}-${widths[0] ?? width}.webp`,
          name: name(index),
          caption: index === 0 ? t("lotteries.cover") : index + 1,
        }))}
        onReorder={(urls) =>
          onChange((known) =>
            urls.map((url) => known.find((picture) => picture.url === url)).filter((each) => each !== undefined),
          )
        }
        onRemove={(gone) => onChange((known) => known.filter(({ url }) => url !== gone))}
        after={
          pictures.length < MAX_PICTURES && (
            <DropZone
              label={t("lotteries.drop")}
              hint={t("lotteries.dropHint")}
              accept={PICTURE_TYPES}
              maxBytes={PICTURE_MAX_BYTES}
              minBytes={PICTURE_MIN_BYTES}
              maxFiles={MAX_PICTURES}
              progress={progress}
              onFiles={(files) => void take(files)}
              onRefused={(reasons) => reasons.forEach((reason) => void toastError(reason))}
              id="picture-files"
            />
          )
        }
      />
      {pictures.map(({ url }) => (
        <input key={url} type="hidden" name="images" value={url} />
      ))}
      <noscript>
        <PlainPictures pictures={pictures} />
      </noscript>
    </AdminCard>
  );
}

/** Without scripts pictures are numbered and ticked, and files go with the form. */
function PlainPictures({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <div className="mt-4 grid gap-3">
      {pictures.map(({ url }, index) => (
        <p key={url} className="flex flex-wrap items-center gap-4">
          <label htmlFor={`${id}-${index}`}>{t("lotteries.placeOf", { n: index + 1 })}</label>
          <input
            id={`${id}-${index}`}
            type="number"
            name={`place:${url}`}
            min={1}
            max={MAX_PICTURES}
            defaultValue={index + 1}
            className="input w-20!"
          />
          <label className="flex items-center gap-2">
            <input type="checkbox" name="remove" value={url} />
            {t("kit.gallery.remove", { name: t("lotteries.picture", { n: index + 1 }) })}
          </label>
        </p>
      ))}
      <label className="grid gap-2">
        {t("lotteries.addFiles")}
        <input type="file" name="files" multiple accept={Object.keys(PICTURE_TYPES).join(",")} />
      </label>
    </div>
  );
}

function useRefusals(): (refusal: UploadRefusal) => string {
  const { t } = useTranslation("admin");
  const words: Record<UploadRefusal, string> = {
    wrong_type: t("kit.drop.type", { types: Object.values(PICTURE_TYPES).flat().join(", ") }),
    too_large: t("kit.drop.large", { bytes: PICTURE_MAX_BYTES }),
    not_a_picture: t("lotteries.upload.not_a_picture"),
    too_many_pixels: t("lotteries.upload.too_many_pixels"),
    failed: t("lotteries.upload.failed"),
  };
  return (refusal) => words[refusal];
}
