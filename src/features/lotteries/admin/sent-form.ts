/** What the form of a draw sends: its fields, and which pictures in which order, with or without scripts. */
import { type LotteryFields, readFields } from "../rules/lottery-fields.ts";
import { MAX_PICTURES, PICTURE_MAX_BYTES } from "../rules/picture-files.ts";

/** Four files and the texts. */
export const FORM_MAX_BYTES = MAX_PICTURES * PICTURE_MAX_BYTES + 256 * 1024;

export type SentForm = {
  readonly fields: LotteryFields;
  /** Addresses, in order. */
  readonly pictures: readonly string[];
  /** Sent along by browsers without scripts. */
  readonly files: readonly File[];
  readonly version: number;
  readonly reason: string;
};

/** @param stored what stands for fields that the form leaves out, because they are locked */
export function sentForm(form: FormData, stored: LotteryFields): SentForm {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const removed = new Set(texts("remove"));
  const place = (url: string, index: number) => Number(form.get(`place:${url}`) ?? index + 1) || index + 1;
  const pictures = texts("images")
    .map((url, index) => ({ url, place: place(url, index) }))
    .filter(({ url }) => !removed.has(url))
    .toSorted((a, b) => a.place - b.place);
  return {
    fields: readFields(form, stored),
    pictures: pictures.map(({ url }) => url),
    // A field for files that was left empty sends one without a name.
    files: form.getAll("files").filter((value): value is File => value instanceof File && value.size > 0),
    version: Number(form.get("version") ?? 0),
    reason: (texts("reason")[0] ?? "").trim(),
  };
}
