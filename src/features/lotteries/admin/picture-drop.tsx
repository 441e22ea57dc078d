/** Pictures of a draw: uploading, ordering and removing them; the form sends their addresses. */
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Picture } from "#shared/brand/picture.ts";
import { untilSignedIn } from "#ui/admin/admin-session.ts";
import { toastError } from "#ui/feedback/toast.tsx";
import { CUT_OFF, cutOffText } from "#ui/fields/cut-off-message.ts";
import { DropZone } from "#ui/fields/drop-zone.tsx";
import { sendFile } from "#ui/fields/send-file.ts";
import { SortableGallery } from "#ui/pictures/sortable-gallery.tsx";
import {
  MAX_PICTURES,
  PICTURE_ACCEPT,
  PICTURE_ENDINGS,
  PICTURE_MAX_BYTES,
  PICTURE_MIN_BYTES,
} from "../rules/prize/picture-files.ts";
import type { UploadRefusal, UploadReply } from "./upload-route.ts";

type Props = {
  label: string;
  pictures: readonly Picture[];
  onChange: (change: (pictures: readonly Picture[]) => readonly Picture[]) => void;
  onUploading: (isUploading: boolean) => void;
  /** How many stored pictures come before these; none by default. */
  existing?: number;
};

/** Why the shop refused a file, in words. */
function useRefusalTexts(): (refusal: UploadRefusal) => string {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const words: Record<UploadRefusal, string> = {
    wrong_type: t("admin:kit.drop.type", { types: PICTURE_ENDINGS.join(", ") }),
    too_large: t("admin:kit.drop.large", { bytes: PICTURE_MAX_BYTES }),
    not_a_picture: t("lotteries.upload.not_a_picture"),
    too_many_pixels: t("lotteries.upload.too_many_pixels"),
    failed: t("lotteries.upload.failed"),
  };
  return (refusal) => words[refusal];
}

const UPLOAD_ADDRESS = "/admin/lotteries/images";
/** The share of the progress bar for sending; the rest is for processing by the shop. */
const SENDING_SHARE = 0.9;

type UploadEvents = {
  readonly onPicture: (picture: Picture) => void;
  readonly onRefused: (refusal: UploadRefusal, file: File) => void;
  readonly onCutOff: (file: File) => void;
};

function isReply(value: unknown): value is UploadReply {
  return typeof value === "object" && value !== null && ("picture" in value || "error" in value);
}

/** `progress` is 0 to 1, undefined if idle; `interrupted`: files to send again. Unmounting aborts uploads. */
function useUploads({ onPicture, onRefused, onCutOff }: UploadEvents) {
  const [progress, setProgress] = useState<number>();
  const [interrupted, setInterrupted] = useState<readonly File[]>([]);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function upload(files: readonly File[]): Promise<void> {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let sent = 0;
    setProgress(0);
    setInterrupted([]);
    const abort = new AbortController();
    current.current = abort;
    for (const file of files) {
      await untilSignedIn(abort.signal);
      const onProgress = (share: number) => setProgress((sent + share * file.size * SENDING_SHARE) / total);
      const { reply } = await sendFile(UPLOAD_ADDRESS, file, onProgress, abort.signal);
      if (abort.signal.aborted) return;
      sent += file.size;
      setProgress(sent / total);
      if (!isReply(reply)) {
        setInterrupted((files) => [...files, file]);
        onCutOff(file);
      } else if ("picture" in reply) onPicture(reply.picture);
      else onRefused(reply.error, file);
    }
    setProgress(undefined);
  }
  return { progress, upload, interrupted };
}

/** Needs scripts, and an input that sends the addresses. */
export function PictureUpload({ id, label, pictures, onChange, onUploading, existing = 0 }: Props & { id: string }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { t: common } = useTranslation("common");
  const most = MAX_PICTURES - existing;
  const refusalText = useRefusalTexts();
  const { progress, upload, interrupted } = useUploads({
    onPicture: (picture) => {
      const isIncluded = (list: readonly Picture[]) => list.some(({ url }) => url === picture.url);
      if (isIncluded(pictures)) toastError(t("lotteries.refusal.same_picture"));
      onChange((known) => (isIncluded(known) ? known : [...known, picture].slice(0, most)));
    },
    onRefused: (error, file) =>
      toastError(t("admin:kit.named", { name: t("lotteries.uploadFailed"), text: `${file.name}. ${refusalText(error)}` })),
    onCutOff: (file) => {
      const failure = t("admin:kit.named", { name: t("lotteries.uploadFailed"), text: file.name });
      toastError(cutOffText(failure, common("cutOff.kept")), CUT_OFF);
    },
  });
  async function addFiles(files: readonly File[]) {
    if (pictures.length + files.length > most) return toastError(t("lotteries.tooManyImages", { n: MAX_PICTURES }));
    onUploading(true);
    await upload(files).finally(() => onUploading(false));
  }
  return (
    <SortableGallery
      label={label}
      pictures={pictures.map(({ url, widths, width }, index) => ({
        id: url,
        src: `${url}-${widths[0] ?? width}.webp`,
        name: t("lotteries.picture", { n: existing + index + 1 }),
        caption: existing + index === 0 ? t("lotteries.cover") : existing + index + 1,
      }))}
      onReorder={(urls) =>
        onChange((known) => urls.map((url) => known.find((picture) => picture.url === url)).filter((each) => each !== undefined))
      }
      onRemove={(removed) => onChange((known) => known.filter(({ url }) => url !== removed))}
      after={
        pictures.length < most && (
          <DropZone
            label={t("lotteries.drop")}
            hint={t("lotteries.dropHint")}
            accept={PICTURE_ACCEPT}
            namedEndings={PICTURE_ENDINGS}
            maxBytes={PICTURE_MAX_BYTES}
            minBytes={PICTURE_MIN_BYTES}
            maxFiles={most}
            progress={progress}
            failedFiles={interrupted}
            onFiles={(files) => void addFiles(files)}
            onRefused={(reasons) => reasons.forEach((reason) => void toastError(reason))}
            id={id}
          />
        )
      }
    />
  );
}

/** Without scripts, pictures are numbered and ticked, and files are sent with the form. */
function PlainPictures({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const id = useId();
  return (
    <div className="mt-4 grid gap-3">
      {pictures.map(({ url }, index) => (
        <p key={url} className="flex flex-wrap items-center gap-4">
          <label htmlFor={`${id}-${index}`}>{t("lotteries.placeOf", { n: index + 1 })}</label>
          <input
            id={`${id}-${index}`}
            inputMode="numeric"
            autoComplete="off"
            name={`place:${url}`}
            defaultValue={index + 1}
            className="input w-20!"
          />
          <label className="flex items-center gap-2">
            <input type="checkbox" name="remove" value={url} />
            {t("admin:kit.gallery.remove", { name: t("lotteries.picture", { n: index + 1 }) })}
          </label>
        </p>
      ))}
      <label className="grid gap-2">
        {t("lotteries.addFiles")}
        <input type="file" name="files" multiple accept={Object.entries(PICTURE_ACCEPT).flat(2).join(",")} />
      </label>
    </div>
  );
}

/** `onUploading` reports whether uploads are running. */
export function PictureDrop(props: Props) {
  const { pictures } = props;
  return (
    <>
      <PictureUpload {...props} id="picture-files" />
      {pictures.map(({ url }) => (
        <input key={url} type="hidden" name="images" value={url} />
      ))}
      <noscript>
        <PlainPictures pictures={pictures} />
      </noscript>
    </>
  );
}
