type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Fields that Stripe has and the simulator has nothing to say in, by their names with a space between. */
export function nulls<const Names extends string>(names: Names) {
  return Object.fromEntries(names.split(" ").map((name) => [name, null])) as Record<Words<Names>, null>;
}
