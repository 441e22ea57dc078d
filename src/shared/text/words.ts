/** The union of a text's words. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Splits a list of words by spaces, about twenty at most; TypeScript infers each of them. */
/**
 * Splits a text by spaces into a list of literal types. For about twenty words at most, a limit of
 * TypeScript.
 */
export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  return text.split(" ") as Words<Text>[];
}
