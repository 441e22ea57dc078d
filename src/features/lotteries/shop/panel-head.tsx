/** The head of the panel: what it is for, how much is sold, how long it still goes. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { SoldBar } from "#ui/sold-bar.tsx";

/** `tellsHeld`: whether what is reserved is told in words. */
type Props = { title: string; sold: number; held: number; tellsHeld: boolean; total: number; end?: ReactNode };

export function PanelHead({ title, sold, held, tellsHeld, total, end }: Props) {
  const { t } = useTranslation("lottery");
  const { number } = useFormat();
  return (
    <div>
      <h2 className="type-panel-title">{title}</h2>
      <SoldBar
        className="mt-4.5"
        sold={sold}
        held={held}
        total={total}
        label={t("sold.label")}
        start={t("sold.count", { sold: number(sold), total: number(total) })}
        note={tellsHeld ? t("sold.held", { count: Math.min(held, 2), n: number(held) }) : undefined}
        end={end}
      />
    </div>
  );
}
