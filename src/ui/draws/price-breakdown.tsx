/** The price line by line, and the total. Announced when it changes. */

/** A formatted amount with its label; `saving` is shown in green. */
export type PriceLine = { readonly label: string; readonly amount: string; readonly saving?: boolean };

export function PriceBreakdown({ lines, total }: { lines: readonly PriceLine[]; total: PriceLine }) {
  return (
    <dl aria-live="polite" className="cut grid gap-2.5 pt-5 text-[0.9375rem]">
      {lines.map((line) => (
        <div key={line.label} className="flex justify-between gap-4">
          <dt className="text-muted">{line.label}</dt>
          <dd translate="no" className={`font-[520] whitespace-nowrap ${line.saving ? "text-success" : ""}`}>
            {line.amount}
          </dd>
        </div>
      ))}
      <div className="mt-1.5 flex items-baseline justify-between gap-4">
        <dt className="text-[1.0625rem] font-semibold">{total.label}</dt>
        <dd translate="no" className="type-total">
          {total.amount}
        </dd>
      </div>
    </dl>
  );
}
