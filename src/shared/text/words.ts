export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Splits a list of words by spaces, about twenty at most; TypeScript infers each of them. */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(" ") as Words<Text>[];
}
