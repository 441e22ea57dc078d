/** Links to the payment pages of reserved tickets, for pages without scripts. */
import { useTranslation } from "react-i18next";
import type { OwnHold } from "#shared/me.ts";
import { LinkButton } from "#ui/button.tsx";

export function HoldLinks({ holds }: { holds: readonly OwnHold[] }) {
  const { t } = useTranslation("common");
  return (
    <div className="wrap flex flex-wrap gap-3 pt-4">
      {holds.map(({ orderId, title, payUrl }) => (
        <LinkButton key={orderId} to={payUrl} size="sm" variant="outline" reloadDocument>
          {`${title}: ${t("holds.pay")}`}
        </LinkButton>
      ))}
    </div>
  );
}
