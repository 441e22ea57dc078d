/** Accepted picture files of draws and winners, and their limits. Source: specification, sections 5 and 9. */

/** Of one prize. */
export const MAX_PICTURES = 4;
/** Of one file. */
export const PICTURE_MAX_BYTES = 5_242_880;
/** Refuses empty files. */
export const PICTURE_MIN_BYTES = 1;

/** The endings named in the form and its messages. */
export const PICTURE_ENDINGS = [".jpg", ".jpeg", ".png", ".webp"] as const;

/** The types for file dialogs; programs also write JPEGs with rarer endings. */
export const PICTURE_ACCEPT = {
  "image/jpeg": [".jpg", ".jpeg", ".jpe", ".jfif", ".pjpeg", ".pjp"],
  "image/png": [".png"],
  "image/webp": [".webp"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Older names of these types, and the types of unknown files. */
const OTHER_TYPES = ["image/jpg", "image/pjpeg", "image/x-png", "application/octet-stream", ""];

/**
 * Whether name and type can be a picture's; the content is checked later. Files without an ending need a
 * picture's type.
 */
export function isPictureFile({ type, name }: { readonly type: string; readonly name: string }): boolean {
  const [essence = ""] = type.toLowerCase().split(";");
  const ending = /\.[a-z]+$/i.exec(name.trim())?.[0].toLowerCase();
  const isImage = Object.hasOwn(PICTURE_ACCEPT, essence) || (OTHER_TYPES.includes(essence) && essence.startsWith("image/"));
  if (ending === undefined) return isImage;
  const endings: readonly string[] = Object.values(PICTURE_ACCEPT).flat();
  return endings.includes(ending) && (isImage || OTHER_TYPES.includes(essence));
}

/** Winners' photos have their own path below that of all pictures. Source: specification, section 7. */
export const WINNER_PHOTOS = "winner-photos/";

/** `/media/winner-photos/{hash}p-1200.webp` is a file of the picture `/media/{hash}p`. */
export function pictureOfPhoto(url: string): string {
  return url.replace(WINNER_PHOTOS, "").replace(/-\d+\.\w+$/, "");
}
