/** A table of rows that the server has sorted and paged. On narrow screens each row is a card. */
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "../icons.ts";
import { withParameters } from "./list-address.ts";

/**
 * A column. `sorts`: its header is a link that sorts by its `id`; `end`: aligned to the end; `mono`: in
 * fixed width. `card`: how a narrow screen's card shows the cell: as its `title`, `bare` (without label),
 * or with the header as label.
 */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sorts?: boolean;
  readonly end?: boolean;
  readonly mono?: boolean;
  readonly card?: "title" | "bare";
  readonly width?: string;
};

/** The content of an empty cell; cards omit it. */
const NONE = "–";

/** The order in which the rows arrive. `by`: a column's id. */
export type SortOrder = { readonly by: string; readonly descending: boolean };

/** `plain`: without a frame; `dense`: with low rows. */
type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sorted?: SortOrder;
  empty?: ReactNode;
  plain?: boolean;
  dense?: boolean;
};

export function DataTable<Row>({ caption, columns, rows, rowKey, sorted, empty, plain = false, dense = false }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table" data-plain={plain || undefined} data-dense={dense || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const content = column.cell(row);
                return (
                  <td
                    key={column.id}
                    data-label={column.card === "bare" ? "" : column.header}
                    data-title={column.card === "title" || undefined}
                    data-end={column.end || undefined}
                    data-mono={column.mono || undefined}
                    data-none={content === NONE || undefined}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

const DIRECTION = { true: "descending", false: "ascending" } as const;

function Head<Row>({ column, sorted }: { column: Column<Row>; sorted: SortOrder | undefined }) {
  const [search] = useSearchParams();
  const isSorted = sorted?.by === column.id;
  const SortedIcon = sorted?.descending ? ArrowDown : ArrowUp;
  const Icon = isSorted ? SortedIcon : ChevronsUpDown;
  const dir = isSorted && !sorted.descending ? "desc" : "asc";
  return (
    <th
      scope="col"
      data-end={column.end || undefined}
      aria-sort={isSorted ? DIRECTION[`${sorted.descending}`] : undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
    >
      {column.sorts ? (
        <Link
          to={withParameters(search, { sort: column.id, dir })}
          preventScrollReset
          className="table-sort"
          data-sorted={isSorted || undefined}
        >
          {column.header}
          <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
        </Link>
      ) : (
        column.header
      )}
    </th>
  );
}
