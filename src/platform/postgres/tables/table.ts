/** The form of an entry of the table catalogue (docs/decisions/0097). */

/** The shop's rights besides reading (docs/decisions/0028): columns, or `true` for all of them. */
export type Rights = {
  readonly insert?: true | readonly string[];
  readonly update?: true | readonly string[];
  readonly delete?: true;
};

/**
 * What happens to the rows when test mode ends (docs/decisions/0067). `stays`: settings and staff. `goes`:
 * all are deleted. `by`: those of people who stay are kept; names the person's column. `partly`:
 * `wipe-trials.server.ts` decides.
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

/** All rights. */
export const ALL: Rights = { insert: true, update: true, delete: true };
/** Rows are only added. */
export const GROWS: Rights = { insert: true };
/** Rows are added and changed, not deleted. */
export const NEVER_GOES: Rights = { insert: true, update: true };
/** Rows are added and deleted, not changed. */
export const NEVER_CHANGES: Rights = { insert: true, delete: true };

/** Rows of people who stay are kept. */
export const PEOPLE: Wipe = { by: "user_id" };

/** A reason not to export a column. */
export const OWN_SECRET = "Hashed with a secret of this shop, so other shops cannot compare it.";

/** The columns of a list separated by spaces. */
export const columns = (names: string): readonly string[] => names.split(" ");
