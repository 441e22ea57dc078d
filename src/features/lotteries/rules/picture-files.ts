/** Which files are taken as pictures of a draw or of its winner, and how many a draw has. Source: specification, sections 5 and 9. */

export const MAX_PICTURES = 4;
/** 5 MB. */
export const PICTURE_MAX_BYTES = 5_242_880;
/** A file without content is no picture. */
export const PICTURE_MIN_BYTES = 1;

/** Types with the endings of their names, as browsers want them. */
export const PICTURE_TYPES = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Whether a file says that it is one of them. What it really is is told by looking at its bytes. */
export function isPictureFile({ type, name }: { readonly type: string; readonly name: string }): boolean {
  const ending = /\.[a-z]+$/i.exec(name)?.[0].toLowerCase() ?? "";
  const endings: readonly string[] = Object.values(PICTURE_TYPES).flat();
  return Object.hasOwn(PICTURE_TYPES, type) && endings.includes(ending);
}
