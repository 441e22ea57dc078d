/** A draw's pictures: dropped, put in order, taken out. What is taken out here goes when the form is saved, and not before. */
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/picture.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { FieldError } from "#ui/fields/field-error.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import { PictureDrop } from "./picture-drop.tsx";

type Props = {
  pictures: readonly StoredPicture[];
  onChange: (change: (pictures: readonly StoredPicture[]) => readonly StoredPicture[]) => void;
  onUploading: (isUploading: boolean) => void;
  /** Somebody has ordered: none goes, and none changes its place. */
  locked: boolean;
  error: string | undefined;
};

export function FormPictures({ pictures, onChange, onUploading, locked, error }: Props) {
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
    </AdminCard>
  );
}
