/** Where files are dropped or chosen. Files of a wrong type or size are refused and not sent. */
import type { ReactNode } from "react";
import { type FileRejection, useDropzone } from "react-dropzone";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { ImagePlus } from "../icons.ts";

type Props = {
  label: string;
  hint?: ReactNode;
  /** Accepted extensions by MIME type. */
  accept: Readonly<Record<string, readonly string[]>>;
  /** The extensions named in a refusal; all of `accept` by default. */
  namedEndings?: readonly string[];
  maxBytes: number;
  minBytes?: number;
  /** At once; 0 is unlimited. */
  maxFiles?: number;
  onFiles: (files: readonly File[]) => void;
  /** Distinct, translated sentences, which the caller shows. */
  onRefused: (reasons: readonly string[]) => void;
  /** While uploading: no more files, and the progress between 0 and 1. */
  progress?: number | undefined;
  /** Files whose upload failed: a button uploads them again. */
  failedFiles?: readonly File[];
  id?: string;
};

export function DropZone({
  label,
  hint,
  accept,
  namedEndings = Object.values(accept).flat(),
  maxBytes,
  minBytes = 0,
  maxFiles = 0,
  onFiles,
  onRefused,
  progress,
  failedFiles = [],
  id,
}: Props) {
  const { t } = useTranslation("admin");
  const isBusy = progress !== undefined;
  const explain = useRefusal({ namedEndings, maxBytes, minBytes });
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: Object.fromEntries(Object.entries(accept).map(([type, endings]) => [type, [...endings]])),
    maxSize: maxBytes,
    minSize: minBytes,
    maxFiles,
    multiple: maxFiles !== 1,
    disabled: isBusy,
    // A button inside opens the chooser.
    noClick: true,
    noKeyboard: true,
    onDrop: (files, refused) => {
      if (refused.length > 0) onRefused(explain(refused));
      // Taking only the first ones would be arbitrary.
      const isTooMany = refused.some(({ errors }) => errors.some(({ code }) => code === "too-many-files"));
      if (files.length > 0 && !isTooMany) onFiles(files);
    },
  });
  return (
    <div {...getRootProps()} className="relative">
      <input {...getInputProps(id === undefined ? {} : { id })} aria-label={label} />
      <button
        type="button"
        className="drop-zone"
        aria-disabled={isBusy || undefined}
        data-over={isDragActive || undefined}
        onClick={open}
      >
        <ImagePlus size={24} strokeWidth={1.6} aria-hidden="true" />
        <b>{isBusy ? t("kit.drop.uploading") : label}</b>
        {!isBusy && hint && <span>{hint}</span>}
      </button>
      {isBusy && <Progress share={progress} label={t("kit.drop.uploading")} />}
      {!isBusy && failedFiles.length > 0 && (
        <Button variant="outline" className="mt-3" onClick={() => onFiles(failedFiles)}>
          {t("kit.drop.again", { names: failedFiles.map(({ name }) => name).join(", ") })}
        </Button>
      )}
    </div>
  );
}

function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100);
  return (
    <div
      className="file-progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

/** The library's codes in our words. Source: specification, section 5. */
function useRefusal({ namedEndings, maxBytes, minBytes }: Required<Pick<Props, "namedEndings" | "maxBytes" | "minBytes">>) {
  const { t } = useTranslation("admin");
  const types = namedEndings.join(", ");
  const words: Record<string, string> = {
    "file-invalid-type": t("kit.drop.type", { types }),
    "file-too-large": t("kit.drop.large", { bytes: maxBytes }),
    "file-too-small": t("kit.drop.small", { bytes: minBytes }),
    "too-many-files": t("kit.drop.many"),
  };
  return (refused: readonly FileRejection[]): string[] => [
    ...new Set(refused.flatMap(({ errors }) => errors.map(({ code, message }) => words[code] ?? message))),
  ];
}
