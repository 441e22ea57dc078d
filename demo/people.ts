/** The demo's invented people. No mail server serves the addresses below `.test`. */

export type Person = { readonly first: string; readonly last: string; readonly county: string };

/** Printed in the README. */
export const ADMIN = { email: "admin@concours.test", password: "Admin-demo-1", first: "Margaux", last: "Keeling" } as const;
/** A colleague who keeps the books, with the administrator's password. */
export const FINANCE = { email: "finance@concours.test", password: ADMIN.password, first: "Idris", last: "Whitlock" } as const;
export const PLAYER = { email: "player@concours.test", password: "Player-demo-1", first: "Amelia", last: "Reed" } as const;

const NAMES =
  "Oliver Hartley,Isla Fenwick,George Ashdown,Ava Pemberton,Noah Calloway,Sophie Marchetti,Arthur Winslow,Freya Lindqvist,Leo Okafor,Mia Thackeray," +
  "Theo Ravenscroft,Grace Adeyemi,Oscar Bellamy,Ella Kaczmarek,Henry Stratton,Poppy Nakamura,Jack Merriweather,Evie Costello,Alfie Drummond,Ruby Chaudhry," +
  "Harry Lockwood,Florence Aubert,Charlie Penhaligon,Daisy Whitcombe,Jacob Osei,Matilda Greaves,Lucas Ferreira,Rosie Tremayne,Finley Macrae,Elsie Novak," +
  "Max Hollister,Hannah Brandt,Toby Sinclair,Alice Moreau,Samuel Ibe,Clara Wolstenholme,Reuben Katz,Imogen Shaw,Adam Yildiz";
const COUNTIES = ["Kent", "Devon", "Fife", "Norfolk", "Cumbria", "Gwynedd", "Antrim", "Surrey", "Dorset", "Lancashire"];

export const PEOPLE: readonly Person[] = NAMES.split(",").map((name, i) => {
  const [first = "", last = ""] = name.split(" ");
  return { first, last, county: COUNTIES[i % COUNTIES.length] ?? "Kent" };
});
