/** The head of a step of buying: what is bought, its price, and a link to the free entry. */
import type { ReactNode } from "react";
import { TextLink } from "../text/text-link.tsx";

type Props = {
  title: string;
  amount: string | undefined;
  action?: ReactNode;
  orFree?: { readonly to: string; readonly text: string } | undefined;
};

export function OrderStrip({ title, amount, action, orFree }: Props) {
  return (
    <div className="flex items-center justify-between gap-4 border-y-[1.5px] border-dashed border-line-mid py-3">
      <div>
        <p className="font-[560]">{title}</p>
        {action}
      </div>
      {amount !== undefined && (
        <div className="text-end">
          <p className="type-sum">{amount}</p>
          {orFree && (
            <TextLink to={orFree.to} className="mt-1 font-[560]">
              {orFree.text}
            </TextLink>
          )}
        </div>
      )}
    </div>
  );
}
