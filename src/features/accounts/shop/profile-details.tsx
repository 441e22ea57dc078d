/** A player's own data, to be looked at. */
import { Pencil } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { Profile } from "../rules/profile.ts";
import { dropDraft } from "./use-kept-draft.ts";

/** `editPath` leads to the form; without it the data can only be read. */
export function ProfileDetails({ profile, editPath }: { profile: Profile; editPath?: string | undefined }) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  useEffect(() => {
    if (editPath !== undefined) dropDraft();
  }, [editPath]);
  const given = (text: string) => text || <span className="text-faint">{t("details.none")}</span>;
  const verified = t(profile.emailVerified ? "details.emailVerified" : "details.emailUnverified");
  return (
    <Panel>
      <PanelPart className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="type-h3">{t(editPath === undefined ? "details.titleOther" : "details.title")}</h2>
          {editPath !== undefined && (
            <LinkButton
              to={editPath}
              variant="outline"
              size="sm"
              preventScrollReset
              icon={<Pencil size={16} strokeWidth={1.6} aria-hidden="true" />}
            >
              {t("details.edit")}
            </LinkButton>
          )}
        </div>
        <DefinitionList
          rows={[
            { id: "firstName", term: t("details.firstName"), value: given(profile.firstName) },
            { id: "lastName", term: t("details.lastName"), value: given(profile.lastName) },
            {
              id: "email",
              term: t("details.email"),
              value: (
                <>
                  <span className="break-all">{profile.email}</span> <span className="type-tiny block">{verified}</span>
                  {editPath !== undefined && !profile.emailVerified && (
                    <TextLink to="/verify-email" className="type-small">
                      {t("details.confirmEmail")}
                    </TextLink>
                  )}
                </>
              ),
            },
            { id: "phone", term: t("details.phone"), value: given(profile.phone) },
            { id: "birthDate", term: t("details.birthDate"), value: given(profile.birthDate ? date(profile.birthDate) : "") },
            { id: "county", term: t("details.county"), value: given(profile.county) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
}
