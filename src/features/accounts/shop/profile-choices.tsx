/** What a player agrees to: three switches that hold at once. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import type { Profile } from "../rules/profile.ts";

type ChoicesProps = {
  profile: Profile;
  /** The form beside it is open, and stays so. */
  isEditing: boolean;
  /** Nobody agrees to advertising while they rest from play. */
  isResting: boolean;
};

export function ProfileChoices({ profile, isEditing, isResting }: ChoicesProps) {
  const { t } = useTranslation("profile");
  return (
    <Panel>
      <PanelPart className="grid gap-6">
        <h2 className="type-h3">{t("choices.title")}</h2>
        <Choice
          kind="marketing"
          given={profile.marketing}
          label={t("choices.marketing")}
          text={t(isResting ? "choices.resting" : "choices.marketingText")}
          disabled={isResting}
          isEditing={isEditing}
        />
        <Choice
          kind="full_name_public"
          given={profile.isFullNamePublic}
          label={t("choices.fullName")}
          text={t("choices.fullNameText")}
          isEditing={isEditing}
        />
        <Choice
          kind="name_hidden"
          given={profile.isNameHidden}
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
  given: boolean;
  label: string;
  text: string;
  isEditing: boolean;
  disabled?: boolean;
};

function Choice({ kind, given, label, text, isEditing, disabled = false }: Props) {
  const { t } = useTranslation("profile");
  const fetcher = useFetcher<{ error?: string }>();
  const failed = fetcher.state === "idle" && fetcher.data?.error === "choiceError";
  useEffect(() => {
    if (failed) toastError(t("choiceError"), { id: "choiceError" });
  }, [failed, t]);
  const shown = fetcher.formData ? fetcher.formData.has("given") : given;
  return (
    <fetcher.Form method="post" action="/profile" className="grid gap-3">
      <input type="hidden" name="intent" value="choice" />
      <input type="hidden" name="kind" value={kind} />
      {isEditing && <input type="hidden" name="editing" value="1" />}
      <Switch
        id={kind}
        name="given"
        checked={shown}
        label={label}
        description={text}
        disabled={disabled}
        onChange={(event) => {
          // What is sent is what was pressed, not what is drawn until the answer is here.
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
    </fetcher.Form>
  );
}
