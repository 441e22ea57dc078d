import { Link } from "react-router";
import { freeEntryPath } from "#shared/free-entry-path.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";
import { isFreeToEnter } from "../../rules/purchase/free-entry.ts";

export function PriceOrFree({ draw, free }: { draw: LotteryView; free: string }) {
  const { money } = useFormat();
  return (
    <>
      {money(draw.pricePerTicket)}
      {isFreeToEnter(draw) && (
        <Link to={freeEntryPath(draw.id)} className="link block [font:inherit]">
          {free}
        </Link>
      )}
    </>
  );
}
