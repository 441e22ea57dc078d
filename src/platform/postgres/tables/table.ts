/** The form of an entry of the table catalogue (docs/decisions/0097). */

/** The shop's rights besides reading (docs/decisions/0028): columns, or `true` for all of them. */
export type Rights = {
  readonly insert?: true | readonly string[];
  readonly update?: true | readonly string[];
  readonly delete?: true;
};

/**
 * What going live does to the test mode's rows (docs/decisions/0067). `stays`: settings and staff.
 * `by`: rows of people who stay; names the person's column. `partly`: a step of `wipe-trials.server.ts`.
 */
export type Wipe = "stays" | "goes" | "partly" | { readonly by: string };

export type Table = {
  readonly rights: Rights;
  readonly wipe: Wipe;
  /** Months until the shop deletes a finished row. Without it, something else deletes rows, if anything. */
  readonly retentionMonths?: number;
} & (
  | {
      /** Columns separated by spaces, in the file's order. docs/export.md explains them and the omissions. */
      readonly exported: string;
    }
  | {
      readonly notExported: string;
    }
);
export type Tables = Readonly<Record<string, Table>>;

export const ALL: Rights = { insert: true, update: true, delete: true };
export const GROWS: Rights = { insert: true };
export const NEVER_GOES: Rights = { insert: true, update: true };
export const NEVER_CHANGES: Rights = { insert: true, delete: true };

export const PEOPLE: Wipe = { by: "user_id" };

export const OWN_SECRET = "Hashed with a secret of this shop, so other shops cannot compare it.";

export const columns = (names: string): readonly string[] => names.split(" ");
