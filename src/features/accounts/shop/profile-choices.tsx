/** Panels of the profile: choices about mail and publication, and the personal details. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { Pencil } from "#ui/icons.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { Profile } from "../rules/profile.ts";
import { dropDraft } from "./use-stored-draft.ts";

type ChoicesProps = {
  profile: Profile;
  isEditing: boolean;
  /** No consent can be given during a pause or self-exclusion. */
  isExcluded: boolean;
};

/** Switches that are saved at once. */
export function ProfileChoices({ profile, isEditing, isExcluded }: ChoicesProps) {
  const { t } = useTranslation("profile");
  return (
    <Panel>
      <PanelPart className="grid gap-6">
        <h2 className="type-h3">{t("choices.title")}</h2>
        <Choice
          kind="marketing"
          isChosen={profile.marketing}
          label={t("choices.marketing")}
          text={t(isExcluded ? "choices.resting" : "choices.marketingText")}
          disabled={isExcluded}
          isEditing={isEditing}
        />
        <Choice
          kind="full_name_public"
          isChosen={profile.isFullNamePublic}
          label={t("choices.fullName")}
          text={t("choices.fullNameText")}
          isEditing={isEditing}
        />
        <Choice
          kind="name_hidden"
          isChosen={profile.isNameHidden}
          label={t("choices.hideName")}
          text={t("choices.hideNameText")}
          isEditing={isEditing}
        />
      </PanelPart>
    </Panel>
  );
}

type Props = {
  kind: "marketing" | "full_name_public" | "name_hidden";
  isChosen: boolean;
  label: string;
  text: string;
  isEditing: boolean;
  disabled?: boolean;
};

/** One switch. Without scripts, a button saves it. */
function Choice({ kind, isChosen, label, text, isEditing, disabled = false }: Props) {
  const { t } = useTranslation("profile");
  const { Form, fetcher } = useSubmission({
    intent: "choice",
    onReply: ({ refused }) => refused && toastError(t("choiceError"), { id: "choiceError" }),
  });
  const shown = fetcher.formData ? fetcher.formData.has("given") : isChosen;
  return (
    <ShopFormFrame
      form={{ Form, intent: "choice" }}
      action="/profile"
      fields={{ kind, ...(isEditing && { editing: "1" }) }}
      className="grid gap-3"
    >
      <Switch
        id={kind}
        name="given"
        checked={shown}
        label={label}
        description={text}
        disabled={disabled}
        onChange={(event) => {
          // Submits the new value: React shows the old one until the reply.
          const form = new FormData(event.currentTarget.form ?? undefined);
          if (event.currentTarget.checked) form.set("given", "on");
          else form.delete("given");
          void fetcher.submit(form, { method: "post", action: "/profile" });
        }}
      />
      <noscript>
        <Button type="submit" variant="outline" size="sm">
          {t("choices.save")}
        </Button>
      </noscript>
    </ShopFormFrame>
  );
}

/** The personal details. Staff see other people's without `editPath`, the link to the form. */
export function ProfileDetails({ profile, editPath }: { profile: Profile; editPath?: string | undefined }) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  useEffect(() => {
    if (editPath !== undefined) dropDraft();
  }, [editPath]);
  const isChosen = (text: string) => text || <span className="text-faint">{t("details.none")}</span>;
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
            { id: "firstName", term: t("details.firstName"), value: isChosen(profile.firstName) },
            { id: "lastName", term: t("details.lastName"), value: isChosen(profile.lastName) },
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
            { id: "phone", term: t("details.phone"), value: isChosen(profile.phone) },
            { id: "birthDate", term: t("details.birthDate"), value: isChosen(profile.birthDate ? date(profile.birthDate) : "") },
            { id: "county", term: t("details.county"), value: isChosen(profile.county) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
}
