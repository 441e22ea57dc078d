type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Fields of Stripe that are always null here, separated by spaces. */
export function nulls<const Names extends string>(names: Names) {
  return Object.fromEntries(names.split(" ").map((name) => [name, null])) as Record<Words<Names>, null>;
}
