/** The way in that costs nothing, as legible as the one that is paid. */
import { useTranslation } from "react-i18next";
import { freeWay } from "#shared/free-way.ts";
import { LinkButton } from "#ui/button.tsx";

export function FreeEntryLink({ drawId }: { drawId: string }) {
  const { t } = useTranslation("lottery");
  return (
    <LinkButton to={freeWay(drawId)} variant="outline" full>
      {t("panel.enterFree")}
    </LinkButton>
  );
}
