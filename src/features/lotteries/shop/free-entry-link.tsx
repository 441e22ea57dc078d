/** The way in that costs nothing, as legible as the one that is paid. */
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";

export function FreeEntryLink() {
  const { t } = useTranslation("lottery");
  return (
    <LinkButton to="/enter-free" variant="outline" full>
      {t("panel.enterFree")}
    </LinkButton>
  );
}
