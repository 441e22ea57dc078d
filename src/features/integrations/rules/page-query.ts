/** Cursor pagination of the API. A cursor holds what its list sorts by, of the page's last row. */
import { z } from "zod";

const MOST_PER_PAGE = 200;
const PER_PAGE = 50;

export const PAGE_QUERY = {
  limit: z.coerce.number().int().min(1).max(MOST_PER_PAGE).default(PER_PAGE).describe(`Rows of a page; ${PER_PAGE} if not given`),
  cursor: z.string().max(200).optional().describe("`next_cursor` of the page before"),
};

/** Microseconds since 1970, the precision of the database. */
const micros = z.string().regex(/^\d{1,16}$/);
/** Cursors by time and id, by a number, or by an id. */
export const momentCursor = z.tuple([micros, z.uuid()]);
export const numberCursor = z.tuple([z.int().min(0).max(2_147_483_647)]);
export const idCursor = z.tuple([z.uuid()]);

/** The cursor as base64url text. */
export function writeCursor(mark: readonly unknown[]): string {
  return btoa(JSON.stringify(mark)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What the cursor holds. Undefined if it is invalid, or of another list. */
export function readCursor<T>(text: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")))).data;
  } catch {
    return undefined;
  }
}

/** Schema of a page. */
export function pageOf(row: z.ZodType) {
  return z.strictObject({ data: z.array(row), next_cursor: z.string().nullable().describe("Null on the last page") });
}
