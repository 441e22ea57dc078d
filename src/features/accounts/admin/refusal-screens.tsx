/**
 * Screens of the back office that replace a page after a 403: a missing right, or a re-authentication that
 * is due.
 */
import { useTranslation } from "react-i18next";
import type { ReauthRequired } from "#features/access/rules/reauth.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { ReauthForm } from "../shop/sign-in/reauth-form.tsx";

/** Tells that the role may not open the page. */
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

/** Asks for the password or a passkey and then resubmits the interrupted form, if it was carried along. */
export function ReauthScreen({ email, refusal }: { email: string | undefined; refusal: ReauthRequired }) {
  const { next, fields } = refusal;
  const { t } = useTranslation("auth");
  return (
    <AdminPage title={t("proof.title")} subtitle={t(fields ? "proof.text" : "proof.tooLong")}>
      <AdminCard className="max-w-[560px]">
        <div className="grid gap-6">
          <ReauthForm email={email} next={next} fields={fields} />
          <p>
            <TextLink to={next}>{t("proof.back")}</TextLink>
          </p>
        </div>
      </AdminCard>
    </AdminPage>
  );
}
