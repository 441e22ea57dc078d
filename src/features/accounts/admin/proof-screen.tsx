/** Stands in place of a page of the back office that was sent something which needs the password given again. */
import { useTranslation } from "react-i18next";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { ProofAsked } from "../rules/proof-asked.ts";
import { ProofForm } from "../shop/proof-form.tsx";

export function ProofScreen({ asked: { next, fields } }: { asked: ProofAsked }) {
  const { t } = useTranslation("auth");
  return (
    <AdminPage title={t("proof.title")} subtitle={t(fields ? "proof.text" : "proof.tooLong")}>
      <AdminCard className="max-w-[560px]">
        <div className="grid gap-6">
          <ProofForm next={next} fields={fields} />
          <p>
            <TextLink to={next}>{t("proof.back")}</TextLink>
          </p>
        </div>
      </AdminCard>
    </AdminPage>
  );
}
