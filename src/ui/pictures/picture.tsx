/** A stored picture in the best format and size for the browser; a placeholder if it cannot be loaded. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { objectPosition, type Picture as StoredPicture } from "#shared/brand/picture.ts";
import { PicturePlaceholder } from "./picture-placeholder.tsx";

type Props = {
  picture: StoredPicture | undefined;
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
  imgClassName?: string;
  /** It is a background for text: without the picture only its colour is shown. */
  isGround?: boolean;
};

/**
 * Fills its box, which has the aspect ratio. `sizes`: the displayed width, as in HTML; `priority`: loaded
 * first.
 */
export function Picture({ picture, alt, className = "", isGround = false, ...rest }: Props) {
  const { t } = useTranslation("common");
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isMissing = !picture || brokenUrl === picture.url;
  if (isMissing && isGround) return null;
  if (isMissing) return <PicturePlaceholder label={t("imageNotAvailable")} className={className} />;
  return (
    <Sources
      key={picture.url}
      picture={picture}
      alt={alt}
      className={className}
      {...rest}
      onBroken={() => setBrokenUrl(picture.url)}
    />
  );
}

function Sources({
  picture,
  alt,
  sizes,
  priority = false,
  className,
  imgClassName = "object-cover",
  onBroken,
}: Omit<Props, "isGround"> & { picture: StoredPicture; onBroken: () => void }) {
  const srcSet = (format: string) => picture.widths.map((width) => `${picture.url}-${width}.${format} ${width}w`).join(", ");
  return (
    <picture
      className={`block size-full bg-cover bg-center ${className}`}
      style={{ backgroundImage: `url("${picture.placeholder}")` }}
    >
      <source type="image/avif" srcSet={srcSet("avif")} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet("webp")} sizes={sizes} />
      <img
        // The error event may have fired before React listened.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0) onBroken();
        }}
        src={`${picture.url}-${picture.width}.jpg`}
        srcSet={srcSet("jpg")}
        sizes={sizes}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        onError={onBroken}
        className={`block size-full ${imgClassName}`}
        style={picture.focus && { objectPosition: objectPosition(picture.focus) }}
      />
    </picture>
  );
}
