/** What is being bought, between two perforations: the words, a way to change them, the sum. */
import type { ReactNode } from "react";

export function OrderStrip({ title, amount, action }: { title: string; amount: string; action?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-y-[1.5px] border-dashed border-line-mid py-3">
      <div>
        <p className="font-[560]">{title}</p>
        {action}
      </div>
      <p className="type-sum">{amount}</p>
    </div>
  );
}
