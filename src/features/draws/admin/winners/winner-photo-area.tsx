/** The photo of a winner: upload, focal point, and deletion. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import {
  PICTURE_ACCEPT,
  PICTURE_ENDINGS,
  PICTURE_MAX_BYTES,
  pictureOfPhoto,
} from "#features/lotteries/rules/prize/picture-files.ts";
import { untilSignedIn } from "#ui/admin/admin-session.ts";
import { Allowed } from "#ui/allowed.tsx";
import { DialogButton, useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { CUT_OFF, cutOffText } from "#ui/fields/cut-off-message.ts";
import { DropZone } from "#ui/fields/drop-zone.tsx";
import { type SentFile, sendFile } from "#ui/fields/send-file.ts";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { Trash2 } from "#ui/icons.ts";
import { WithScripts } from "#ui/loading/with-scripts.tsx";
import { FocalPointPicker } from "#ui/pictures/focal-point-picker.tsx";
import { FACE, Photo } from "#ui/pictures/photo.tsx";
import type { Won } from "../../rules/managed-draw.ts";

export type RemoveReply = FormReply<"remove-photo">;

/** The text of each refusal of a photo. */
const REASONS = {
  wrong_type: "winners.photo.notAPicture",
  not_a_picture: "winners.photo.notAPicture",
  too_large: "winners.photo.tooLarge",
  too_many_pixels: "winners.photo.tooManyPixels",
  winner_changed: "winners.winnerChanged",
  winner_erased: "winners.photo.erased",
  winner_unnamed: "winners.photo.unnamed",
} as const;
/** The share of the progress bar for sending; the rest is for processing by the shop. */
const SENDING_SHARE = 0.9;

type Props = {
  lotteryId: string;
  place: number;
  photo: Won["photo"];
  ticketNumber: number;
  title: string;
  name: string;
  refusal: "winner_erased" | "winner_unnamed" | undefined;
};

/** A reply of the shop, and not of a proxy in front of it. */
function isAnswered({ reply }: SentFile): boolean {
  return typeof reply === "object" && reply !== null && "error" in reply;
}

function reasonOf({ reply }: SentFile): (typeof REASONS)[keyof typeof REASONS] | undefined {
  const error = typeof reply === "object" && reply !== null && "error" in reply ? String(reply.error) : "";
  return Object.entries(REASONS).find(([code]) => code === error)?.[1];
}

/** Sends a photo. `interrupted`: the file whose upload got no reply, which can be sent again. */
function usePhotoUpload(address: string) {
  const { t } = useTranslation("admin-draws");
  const { t: common } = useTranslation("common");
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<number>();
  const [interrupted, setInterrupted] = useState<readonly File[]>([]);
  async function upload(file: File): Promise<void> {
    setProgress(0);
    await untilSignedIn(new AbortController().signal);
    const sent = await sendFile(address, file, (share) => setProgress(share * SENDING_SHARE));
    setInterrupted(isAnswered(sent) ? [] : [file]);
    if (sent.status === 200 && isAnswered(sent)) {
      await revalidate();
      toastSuccess(t("winners.uploaded"));
    } else if (!isAnswered(sent)) toastError(cutOffText(t("winners.uploadFailed"), common("cutOff.kept")), CUT_OFF);
    else {
      const reason = reasonOf(sent);
      toastError(reason === undefined ? t("winners.uploadFailed") : `${t("winners.uploadFailed")}. ${t(reason)}`);
    }
    setProgress(undefined);
  }
  return { progress, upload, interrupted };
}

/** Stays mounted after the photo is deleted, to report the result. */
function DeletePhoto({ lotteryId, place, title, isThere }: Pick<Props, "lotteryId" | "place" | "title"> & { isThere: boolean }) {
  const { t } = useTranslation("admin-draws");
  const photoId = place === 1 ? lotteryId : `${lotteryId}-${place}`;
  const [openId, setOpenId] = useDialogSubject("photo", (id) => (id === photoId ? id : undefined), "remove-photo");
  return (
    <>
      {isThere && (
        <DialogButton
          dialog={`photo:${photoId}`}
          variant="danger"
          icon={<Trash2 size={18} strokeWidth={1.6} aria-hidden="true" />}
          className="justify-self-start"
          onOpen={() => setOpenId(photoId)}
        >
          {t("winners.photo.delete")}
        </DialogButton>
      )}
      <ConfirmDialog<RemoveReply>
        open={openId !== undefined}
        onClose={() => setOpenId(undefined)}
        intent="remove-photo"
        title={t("winners.photo.deleteTitle", { title })}
        description={t("winners.photo.deleteText")}
        confirmLabel={t("winners.photo.delete")}
        fields={{ lotteryId, place: String(place) }}
        say={() => t("winners.deleteFailed")}
        done={() => t("winners.deleted")}
        closesOnRefusal
      />
    </>
  );
}

/** `refusal`: why no photo may be published. A photo is refused if the winner has changed meanwhile. */
export function WinnerPhotoArea({ lotteryId, place, photo, ticketNumber, title, name, refusal }: Props) {
  const { t } = useTranslation("admin-draws");
  const { progress, upload, interrupted } = usePhotoUpload(
    `/admin/winners/${lotteryId}/photo?prize=${place}&shown=${ticketNumber}`,
  );
  return (
    <div className="winner-photo">
      <h3 className="admin-note">{t("winners.photo.title")}</h3>
      {photo && (
        <div className="winner-photo-shown">
          <Photo src={photo.url} focus={photo.focus} alt={t("winners.photo.alt", { name, title })} />
        </div>
      )}
      {refusal && <p className="text-muted">{t(REASONS[refusal])}</p>}
      <Allowed right="winners.write">
        {!refusal && photo && (
          <FocalPointPicker
            key={photo.url}
            url={pictureOfPhoto(photo.url)}
            src={photo.url}
            name={t("winners.photo.title")}
            focus={photo.focus ?? FACE}
          />
        )}
        {!refusal && (
          <WithScripts without={t("winners.photo.needsScripts")}>
            <DropZone
              id={`photo-${lotteryId}-${place}`}
              label={t(photo ? "winners.photo.change" : "winners.photo.add")}
              hint={t("winners.photo.hint")}
              accept={PICTURE_ACCEPT}
              namedEndings={PICTURE_ENDINGS}
              maxBytes={PICTURE_MAX_BYTES}
              maxFiles={1}
              progress={progress}
              failedFiles={interrupted}
              onFiles={([file]) => file && void upload(file)}
              onRefused={(reasons) => toastError(`${t("winners.uploadFailed")}. ${reasons.join(" ")}`)}
            />
          </WithScripts>
        )}
        <DeletePhoto lotteryId={lotteryId} place={place} title={title} isThere={photo !== undefined} />
      </Allowed>
    </div>
  );
}
