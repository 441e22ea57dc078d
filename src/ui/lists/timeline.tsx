/** Steps in their order, one below the other; `done` ones are marked. */
import type { ReactNode } from "react";

export function Timeline({
  items,
}: {
  items: readonly { readonly id: string; readonly title: ReactNode; readonly text?: ReactNode; readonly done?: boolean }[];
}) {
  return (
    <ol className="timeline">
      {items.map((item) => (
        <li key={item.id} data-done={item.done ? "" : undefined}>
          <div>
            <p className="font-[560] text-ink">{item.title}</p>
            {item.text}
          </div>
        </li>
      ))}
    </ol>
  );
}
