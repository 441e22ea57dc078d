/** A photo that is one file at one address; the placeholder where it cannot be shown. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FocalPoint, objectPosition } from "#shared/picture.ts";
import { PicturePlaceholder } from "./picture-placeholder.tsx";

type Props = {
  src: string;
  alt: string;
  /** The point that stays in sight where the box crops the photo. */
  focus?: FocalPoint | undefined;
  priority?: boolean;
};

/** Where the face of a person is in most photos. */
export const FACE: FocalPoint = { x: 50, y: 30 };

/** Fills the box it is put into; that box has the aspect ratio. */
export function Photo({ src, alt, focus = FACE, priority = false }: Props) {
  const { t } = useTranslation("common");
  const [broken, setBroken] = useState<string>();
  if (broken === src) return <PicturePlaceholder label={t("imageNotAvailable")} />;
  return (
    <img
      // The error event may have passed before React listened.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) setBroken(src);
      }}
      src={src}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      onError={() => setBroken(src)}
      className="block size-full object-cover"
      style={{ objectPosition: objectPosition(focus) }}
    />
  );
}
