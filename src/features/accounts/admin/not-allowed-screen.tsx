/** Stands in place of a page of the back office, or of what was asked of it, that somebody's role does not reach. */
import { useTranslation } from "react-i18next";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";

export function NotAllowedScreen() {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={t("notAllowed.title")} subtitle={t("notAllowed.subtitle")}>
      <AdminCard>
        <div className="grid justify-items-start gap-5">
          <p>{t("notAllowed.text")}</p>
          <LinkButton to="/admin" variant="outline">
            {t("notAllowed.back")}
          </LinkButton>
        </div>
      </AdminCard>
    </AdminPage>
  );
}
