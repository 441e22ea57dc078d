/** Each word of a text, as a type. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** A list of words with a space between, some twenty at most: TypeScript knows each of them. */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(" ") as Words<Text>[];
}
