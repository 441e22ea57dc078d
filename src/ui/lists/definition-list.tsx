/** Terms with their values, one per line. `strong`: emphasised, such as a total; `saving`: in green. */
import type { ReactNode } from "react";

export type DefinitionRow = {
  readonly id: string;
  readonly term: ReactNode;
  readonly value: ReactNode;
  readonly strong?: boolean;
  readonly saving?: boolean;
};

export function DefinitionList({ rows }: { rows: readonly DefinitionRow[] }) {
  return (
    <dl className="grid gap-3 text-[0.9375rem]">
      {rows.map((row) => (
        <div key={row.id} className="flex flex-wrap items-baseline justify-between gap-x-5">
          <dt className={row.strong ? "font-semibold" : "text-muted"}>{row.term}</dt>
          <dd
            className={`ms-auto min-w-0 text-end wrap-anywhere ${row.strong ? "type-sum whitespace-normal" : "font-[520]"} ${row.saving ? "text-success" : ""}`}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
