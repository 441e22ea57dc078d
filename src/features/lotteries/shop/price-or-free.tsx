/** What a ticket costs, and beside it, in the same type, the way in that costs nothing. */

import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { freeWay } from "#shared/free-way.ts";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { isFreeToEnter } from "../rules/free-entry.ts";
import type { LotteryView } from "../rules/lottery-view.ts";

/** `free` is what the link says. */
export function PriceOrFree({ draw, free }: { draw: LotteryView; free: string }) {
  const { money } = useFormat();
  return (
    <>
      {money(draw.pricePerTicket)}
      {isFreeToEnter(draw) && (
        <Link to={freeWay(draw.id)} className="link block [font:inherit]">
          {free}
        </Link>
      )}
    </>
  );
}

export function FreeEntryLink({ drawId }: { drawId: string }) {
  const { t } = useTranslation("lottery");
  return (
    <LinkButton to={freeWay(drawId)} variant="outline" full>
      {t("panel.enterFree")}
    </LinkButton>
  );
}
