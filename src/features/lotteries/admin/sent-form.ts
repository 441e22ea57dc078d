/** Reads what the form of a draw, or of an improvement, has sent. */
import { isUuid } from "#shared/ids.ts";
import { readQuantity } from "#shared/text/typed-number.ts";
import type { SentCancellation } from "../rules/cancel-reason.ts";
import { type LotteryFields, plainText, readFields } from "../rules/fields/lottery-fields.ts";
import { MAX_PICTURES, PICTURE_MAX_BYTES } from "../rules/prize/picture-files.ts";
import type { ImprovementFields } from "../rules/prize/prize-improvement.ts";
import type { ReviewAnswer } from "../server/review-publishing.ts";

/** All pictures as files, which are sent without scripts, and the texts. */
export const FORM_MAX_BYTES = MAX_PICTURES * PICTURE_MAX_BYTES + 256 * 1024;

/**
 * `pictures`: addresses of uploads in order; `files`: sent without scripts; `version`: of the draw that the
 * form shows; `review`: the answer to the review of unusual values; `requestKey`: recognises a repeated
 * request, undefined if it is no UUID.
 */
export type SentForm = {
  readonly fields: LotteryFields;
  readonly pictures: readonly string[];
  readonly files: readonly File[];
  readonly version: number;
  readonly cancellation: SentCancellation;
  readonly review: ReviewAnswer;
  readonly requestKey: string | undefined;
};

function texts(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** The normalised text of a field; empty if it was not sent. */
function textOf(form: FormData, name: string): string {
  return plainText(texts(form, name)[0] ?? "");
}

/** The pictures without those ticked for removal, in the order of their numbered places. */
function sentPictures(form: FormData): string[] {
  const removed = new Set(texts(form, "remove"));
  const place = (url: string, index: number) => readQuantity(texts(form, `place:${url}`)[0] ?? "") ?? index + 1;
  return texts(form, "images")
    .map((url, index) => ({ url, place: place(url, index) }))
    .filter(({ url }) => !removed.has(url))
    .toSorted((a, b) => a.place - b.place)
    .map(({ url }) => url);
}

function sentFiles(form: FormData): File[] {
  // An empty file field sends a file without a name.
  return form.getAll("files").filter((value): value is File => value instanceof File && value.size > 0);
}

function sentKey(form: FormData): string | undefined {
  const [key] = texts(form, "requestKey");
  return isUuid(key) ? key : undefined;
}

/** The form that improves a prize. */
export function sentImprovement(
  form: FormData,
): Pick<SentForm, "pictures" | "files" | "requestKey"> & { readonly fields: ImprovementFields } {
  return {
    fields: {
      improved_value: textOf(form, "improved_value"),
      note: textOf(form, "note"),
      note_fr: textOf(form, "note_fr"),
    },
    pictures: sentPictures(form),
    files: sentFiles(form),
    requestKey: sentKey(form),
  };
}

/** The form of a draw; fields that browsers do not send keep their `stored` value. */
export function sentForm(form: FormData, stored: LotteryFields): SentForm {
  const text = (name: string) => textOf(form, name).trim();
  return {
    fields: readFields(form, stored),
    pictures: sentPictures(form),
    files: sentFiles(form),
    version: Number(form.get("version") ?? 0),
    cancellation: { code: text("reason"), note: text("reason_note"), noteFr: text("reason_note_fr") },
    review: { digest: text("reviewed"), sentence: text("sentence") },
    requestKey: sentKey(form),
  };
}
