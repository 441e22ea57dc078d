/** A photo that has a single file; a placeholder if it cannot be loaded. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FocalPoint, objectPosition } from "#shared/brand/picture.ts";
import { PicturePlaceholder } from "./picture-placeholder.tsx";

type Props = {
  src: string;
  alt: string;
  /** The point that stays visible if the photo is cropped. */
  focus?: FocalPoint | undefined;
  priority?: boolean;
};

/** The usual place of a face. */
export const FACE: FocalPoint = { x: 50, y: 30 };

/** Fills its box, which has the aspect ratio. */
export function Photo({ src, alt, focus = FACE, priority = false }: Props) {
  const { t } = useTranslation("common");
  const [brokenSrc, setBrokenSrc] = useState<string>();
  if (brokenSrc === src) return <PicturePlaceholder label={t("imageNotAvailable")} />;
  return (
    <img
      // The error event may have fired before React listened.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) setBrokenSrc(src);
      }}
      src={src}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      onError={() => setBrokenSrc(src)}
      className="block size-full object-cover"
      style={{ objectPosition: objectPosition(focus) }}
    />
  );
}
