/** The price of a ticket, and a link to the free entry where the draw has one. */
import { Link } from "react-router";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";
import { isFreeToEnter } from "../../rules/purchase/free-entry.ts";

/** `freeText`: the text of the link. */
export function PriceOrFree({ draw, freeText }: { draw: LotteryView; freeText: string }) {
  const { money } = useFormat();
  return (
    <>
      {money(draw.pricePerTicket)}
      {isFreeToEnter(draw) && (
        <Link to={freeEntryPath(draw.id)} className="link block [font:inherit]">
          {freeText}
        </Link>
      )}
    </>
  );
}
