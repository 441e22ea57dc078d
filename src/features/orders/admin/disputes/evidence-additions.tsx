/** What staff add to the evidence of a dispute: a statement for the bank, and files. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { untilSignedIn } from "#ui/admin/admin-session.ts";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { DropZone } from "#ui/fields/drop-zone.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { sendFile } from "#ui/fields/send-file.ts";
import { TextArea } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { WithScripts } from "#ui/loading/with-scripts.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { FILE_KINDS, LARGEST_UPLOAD_BYTES, LONGEST_NOTE, MOST_FILE_BYTES } from "../../rules/evidence.ts";
import type { DisputeDetail } from "../../server/disputes/list-disputes.ts";
import { type EvidenceReply, useEvidenceTexts } from "./evidence-replies.ts";

type Props = Pick<DisputeDetail, "note" | "files"> & {
  disputeId: string;
  /** The evidence is not sent, and the bank has not decided. */
  isOpen: boolean;
  /** The statement was typed into, and is not saved yet; or it was saved. */
  onNote: (isUnsaved: boolean) => void;
};

/** Nothing if there is nothing to read or to add. */
export function EvidenceAdditions({ disputeId, note, files, isOpen, onNote }: Props) {
  const { t } = useTranslation("admin-orders");
  if (!isOpen && note.note === "" && files.length === 0) return null;
  return (
    <AdminCard title={t("disputes.additions")}>
      <div className="grid gap-6">
        {isOpen ? (
          <NoteForm note={note} onNote={onNote} />
        ) : (
          note.note !== "" && <p className="whitespace-pre-wrap">{note.note}</p>
        )}
        <Files disputeId={disputeId} files={files} isOpen={isOpen} />
        {isOpen && (
          <WithScripts without={t("disputes.files.needsScripts")}>
            <FileUpload disputeId={disputeId} />
          </WithScripts>
        )}
      </div>
    </AdminCard>
  );
}

function NoteForm({ note: { note, version }, onNote }: Pick<Props, "note" | "onNote">) {
  const { t } = useTranslation("admin-orders");
  const { say, done } = useEvidenceTexts();
  const form = useShopForm<EvidenceReply>({
    intent: "note",
    say,
    onDone: (reply) => {
      onNote(false);
      toastSuccess(done(reply));
    },
  });
  return (
    <ShopFormFrame
      form={form}
      fields={{ version: useDisplayedVersion(version, form.reply) }}
      className="grid gap-3"
      onInput={() => onNote(true)}
    >
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      <FormProblem form={form} />
      <TextArea
        {...form.field("note", note)}
        label={t("disputes.note.label")}
        hint={t("disputes.note.hint")}
        rows={6}
        maxLength={LONGEST_NOTE}
      />
      <Button type="submit" variant="outline" size="sm" className="justify-self-start" busy={form.isBusy}>
        {t("disputes.note.save")}
      </Button>
    </ShopFormFrame>
  );
}

function Files({ disputeId, files, isOpen }: Pick<Props, "disputeId" | "files" | "isOpen">) {
  const { t } = useTranslation("admin-orders");
  const { number } = useFormat();
  const texts = useEvidenceTexts();
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label={t("disputes.files.title")}>
      {files.map(({ id, name, kind, bytes }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line pb-2">
          <span className="min-w-0">
            <TextLink to={`/admin/disputes/${disputeId}/files/${id}`} reloadDocument className="wrap-anywhere">
              {name}
            </TextLink>
            <span className="block text-sm text-muted">
              {t(`disputes.kinds.${kind}`)}, {t("disputes.files.size", { size: number(Math.ceil(bytes / 1024)) })}
            </span>
          </span>
          {isOpen && (
            <ActionButton<EvidenceReply>
              intent="remove-file"
              fields={{ file: id }}
              variant="outline"
              size="sm"
              aria-label={t("disputes.files.removeOne", { name })}
              {...texts}
            >
              {t("disputes.files.remove")}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Refusals of a file with a text. */
const REFUSALS = [
  ...["wrong_type", "not_a_pdf", "not_a_picture", "too_many_pixels", "kind_taken", "no_room"],
  ...["too_large", "already_sent", "under_way", "over", "not_found"],
] as const;

function FileUpload({ disputeId }: Pick<Props, "disputeId">) {
  const { t } = useTranslation("admin-orders");
  const { number } = useFormat();
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState<string>("communication");
  const [progress, setProgress] = useState<number>();
  async function upload(file: File): Promise<void> {
    setProgress(0);
    await untilSignedIn(new AbortController().signal);
    const { status, reply } = await sendFile(`/admin/disputes/${disputeId}/files?kind=${kind}`, file, setProgress);
    setProgress(undefined);
    if (status === 200) {
      toastSuccess(t("disputes.files.added"));
      return revalidate();
    }
    const code = typeof reply === "object" && reply !== null && "error" in reply ? reply.error : undefined;
    const known = REFUSALS.find((each) => each === code);
    toastError(known ? t(`disputes.fileProblems.${known}`) : t("disputes.fileProblems.failed"));
  }
  return (
    <div className="grid gap-3">
      <SelectField
        name="kind"
        label={t("disputes.files.kind")}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        options={FILE_KINDS.map((value) => ({ value, label: t(`disputes.kinds.${value}`) }))}
      />
      <DropZone
        id="evidence-file"
        label={t("disputes.files.add")}
        hint={t("disputes.files.hint", { size: number(MOST_FILE_BYTES / 1024 / 1024) })}
        accept={{ "application/pdf": [".pdf"], "image/jpeg": [".jpg", ".jpeg"], "image/png": [".png"] }}
        namedEndings={[".pdf", ".jpg", ".png"]}
        maxBytes={LARGEST_UPLOAD_BYTES}
        maxFiles={1}
        progress={progress}
        onFiles={([file]) => file && void upload(file)}
        onRefused={(reasons) => toastError(reasons.join(" "))}
      />
    </div>
  );
}
