/** Whether an administrator's sign-in takes a code besides the password, and the way to change that. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";

export function SettingsSecondFactor({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <AdminCard title={t("factor.title")} note={t(isOn ? "factor.isOn" : "factor.isOff")}>
      <div className="grid gap-5">
        <p className="text-muted">{t(isOn ? "factor.onLead" : "factor.lead")}</p>
        <LinkButton to="/second-factor?next=%2Fadmin%2Fsettings" variant="outline" className="justify-self-start">
          {t(isOn ? "factor.manage" : "factor.begin")}
        </LinkButton>
        <p className="text-muted">{t("passkey.panel")}</p>
        <LinkButton to="/passkeys" variant="outline" className="justify-self-start">
          {t("passkey.manage")}
        </LinkButton>
      </div>
    </AdminCard>
  );
}
