/** Figures in a row, each with its label. */
import type { ReactNode } from "react";

export function Facts({ items }: { items: readonly { readonly label: string; readonly value: ReactNode }[] }) {
  return (
    <div className="@container">
      <dl className="facts">
        {items.map((item) => (
          <div key={item.label}>
            <dt className="type-small">{item.label}</dt>
            <dd className="type-h3 mt-1 text-[1.375rem]">{item.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
