/** What a buyer may rely on, under the panel where tickets are bought. */
import { BadgeCheck, Lock, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconList } from "#ui/lists/icon-list.tsx";

const lines = [
  { id: "draw", Icon: ShieldCheck },
  { id: "card", Icon: Lock },
  { id: "adults", Icon: BadgeCheck },
] as const;

export function TrustLines() {
  const { t } = useTranslation("lottery");
  return (
    <IconList
      items={lines.map(({ id, Icon }) => ({
        id,
        icon: <Icon size={20} strokeWidth={1.6} aria-hidden="true" />,
        text: t(`trust.${id}`),
      }))}
    />
  );
}
