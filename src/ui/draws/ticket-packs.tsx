/** The choice of a pack of tickets, as radio buttons. None is checked if the quantity is no pack's. */
import { useId } from "react";
import { Check } from "../icons.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";

export type TicketPack = {
  readonly id: string;
  readonly tier: "bronze" | "silver" | "gold" | "platinum" | "diamond";
  readonly name: string;
  readonly quantity: number;
  readonly quantityLabel: string;
  readonly saving: string;
  readonly each: string;
  /** The reason, such as "Only 20 left": it looks disabled, and choosing it shows the reason. */
  readonly unavailable?: string | undefined;
};

const dots = {
  bronze: "var(--color-tier-bronze)",
  silver: "var(--color-tier-silver)",
  gold: "var(--color-tier-gold)",
  platinum: "var(--color-tier-platinum)",
  diamond: "var(--color-tier-diamond)",
};

export function TicketPacks({
  label,
  name,
  packs,
  selected,
  onSelect,
}: {
  label: string;
  name?: string;
  packs: readonly TicketPack[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className="packs">
      {packs.map((pack) => (
        <label key={pack.id} className="pack" data-unavailable={pack.unavailable && ""}>
          <input
            type="radio"
            name={name ?? group}
            value={pack.id}
            checked={pack.id === selected}
            onChange={() => onSelect(pack.id)}
            className="native-control"
          />
          <span className="pack-main">
            <span className="pack-quantity" aria-hidden="true">
              {pack.quantity}
            </span>
            <span className="pack-tier">
              {pack.id === selected ? (
                <Check size={16} strokeWidth={2.4} aria-hidden="true" />
              ) : (
                <svg width="10" height="10" aria-hidden="true">
                  <circle cx="5" cy="5" r="5" fill={dots[pack.tier]} />
                </svg>
              )}
              {pack.name}
            </span>
          </span>
          <VisuallyHidden>, {pack.quantityLabel}, </VisuallyHidden>
          <span className="pack-stub">
            {pack.unavailable ?? (
              <>
                {pack.saving} <small>{pack.each}</small>
              </>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
