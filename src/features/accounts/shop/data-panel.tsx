import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { Download } from "#ui/icons.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";

/** Panel of the profile that links to the download of one's own data. */
export function DataPanel() {
  const { t } = useTranslation("profile");
  return (
    <Panel>
      <PanelPart className="grid justify-items-start gap-4">
        <h2 className="type-h3">{t("data.title")}</h2>
        <p className="text-muted">{t("data.text")}</p>
        {/* The reply sets the file name. With `download`, a redirect to re-authentication would be saved. */}
        <LinkButton
          to="/profile/data.json"
          reloadDocument
          variant="outline"
          icon={<Download size={18} strokeWidth={1.6} aria-hidden="true" />}
        >
          {t("data.download")}
        </LinkButton>
      </PanelPart>
    </Panel>
  );
}
