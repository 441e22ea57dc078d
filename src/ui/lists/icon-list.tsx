/** Lines of text, each with an icon. */
import type { ReactNode } from "react";

export function IconList({
  items,
}: {
  items: readonly { readonly icon: ReactNode; readonly text: ReactNode; readonly id: string }[];
}) {
  return (
    <ul className="grid gap-3 text-sm leading-[1.45] text-muted">
      {items.map((item) => (
        <li key={item.id} className="flex gap-3">
          <span className="mt-px flex-none text-champagne">{item.icon}</span>
          <span>{item.text}</span>
        </li>
      ))}
    </ul>
  );
}
