import type { ParseKeys } from "i18next";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Day } from "#shared/dates/dates.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText as text } from "#ui/forms/parse-form.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { checkProfile, type Profile } from "../rules/profile.ts";
import type { IsPhone } from "../rules/registration.ts";
import { useStoredDraft } from "./use-stored-draft.ts";

const shape = z.object({ firstName: text, lastName: text, phone: text, birthDate: text, county: text });

/** Parses and checks the form, in the browser and on the server. */
export function readProfile(form: FormData | URLSearchParams, today: Day, isPhone?: IsPhone) {
  const schema = shape.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkProfile(fields, today, isPhone))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
  return parseForm(form, schema);
}

export type DetailsReply = FormReply<"details">;

type Props = { profile: Profile; today: Day; backPath: string };

/**
 * The form of the personal details. `today`: London's day. `backPath`: where Cancel leads. What is typed
 * survives the end of a session.
 */
export function ProfileForm({ profile, today, backPath }: Props) {
  const { t } = useTranslation("profile");
  const { t: auth } = useTranslation("auth");
  const form = useShopForm<DetailsReply>({
    intent: "details",
    navigates: true,
    validate: (typed) => readProfile(typed, today),
    say: (code, name) => (name === "" ? t("profileUpdateError") : auth(code as ParseKeys<"auth">)),
  });
  const element = useRef<HTMLFormElement>(null);
  useStoredDraft(element, profile.id);
  const field = (name: keyof typeof shape.shape) => ({
    ...form.field(name, profile[name]),
    label: t(`details.${name}`),
    required: name !== "county",
  });
  return (
    <Panel>
      <PanelPart>
        <ShopFormFrame ref={element} form={form} noValidate preventScrollReset className="grid gap-6">
          <h2 className="type-h3">{t("details.title")}</h2>
          <FormProblem form={form} title={t("details.problems")} />
          <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
            <TextField {...field("firstName")} autoComplete="given-name" />
            <TextField {...field("lastName")} autoComplete="family-name" />
          </div>
          <TextField {...field("phone")} type="tel" autoComplete="tel" inputMode="tel" />
          <TextField {...field("birthDate")} type="date" autoComplete="bday" max={today} hint={t("details.birthDateHint")} />
          <TextField {...field("county")} autoComplete="address-level1" hint={t("details.countyHint")} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={form.isBusy} busyLabel={t("details.saving")}>
              {t("details.save")}
            </Button>
            <LinkButton to={backPath} variant="outline" preventScrollReset>
              {t("details.cancel")}
            </LinkButton>
          </div>
        </ShopFormFrame>
      </PanelPart>
    </Panel>
  );
}
