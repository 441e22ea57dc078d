/** Which files are taken as pictures of a draw or of its winner, and how many a draw has. Source: specification, sections 5 and 9. */

export const MAX_PICTURES = 4;
export const PICTURE_MAX_BYTES = 5_242_880;
/** A file without content is no picture. */
export const PICTURE_MIN_BYTES = 1;

/** The endings that the form and its messages name. */
export const PICTURE_ENDINGS = [".jpg", ".jpeg", ".png", ".webp"] as const;

/** What a file dialog offers, by type: programs also write JPEGs under rarer endings. */
export const PICTURE_ACCEPT = {
  "image/jpeg": [".jpg", ".jpeg", ".jpe", ".jfif", ".pjpeg", ".pjp"],
  "image/png": [".png"],
  "image/webp": [".webp"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Older names of the same types, and the types of a file that its sender does not know. */
const OTHER_TYPES = ["image/jpg", "image/pjpeg", "image/x-png", "application/octet-stream", ""];

/**
 * Whether the name and type of a file are those of a picture. The bytes decide what it really is.
 *
 * A file with a picture's ending may have no type; a file without an ending needs the type of a picture.
 */
export function isPictureFile({ type, name }: { readonly type: string; readonly name: string }): boolean {
  const [essence = ""] = type.toLowerCase().split(";");
  const ending = /\.[a-z]+$/i.exec(name.trim())?.[0].toLowerCase();
  const isImage = Object.hasOwn(PICTURE_ACCEPT, essence) || (OTHER_TYPES.includes(essence) && essence.startsWith("image/"));
  if (ending === undefined) return isImage;
  const endings: readonly string[] = Object.values(PICTURE_ACCEPT).flat();
  return endings.includes(ending) && (isImage || OTHER_TYPES.includes(essence));
}

/** Photos of winners have addresses of their own, below that of all pictures. Source: specification, section 7. */
export const WINNER_PHOTOS = "winner-photos/";

/** The picture of which a photo's address names one file: `/media/winner-photos/{hash}p-1200.webp` is a file of `/media/{hash}p`. */
export function pictureOfPhoto(url: string): string {
  return url.replace(WINNER_PHOTOS, "").replace(/-\d+\.\w+$/, "");
}
