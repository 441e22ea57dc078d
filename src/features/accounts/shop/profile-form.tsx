/** A player's own data, to be changed; and how the form is read: the rules of registration decide, here as on the server. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ParseKeys } from "i18next";
import { type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import type { Day } from "#shared/dates.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useSummary } from "#ui/fields/use-summary.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { checkProfile, type Profile } from "../rules/profile.ts";
import type { IsPhone } from "../rules/registration.ts";
import { useKeptDraft } from "./use-kept-draft.ts";

const text = z.string().default("");
const shape = z.object({ firstName: text, lastName: text, phone: text, birthDate: text, county: text });
const NAMES = ["firstName", "lastName", "phone", "birthDate", "county"] as const;

/** `today` is the day in London that ages are counted to; on the server, `isPhone` tells telephone numbers. */
export function readProfile(form: FormData | URLSearchParams, today: Day, isPhone?: IsPhone) {
  const schema = shape.superRefine((fields, context) => {
    for (const [field, message] of Object.entries(checkProfile(fields, today, isPhone))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });
  return parseForm(form, schema);
}

/** `failed`: all was well with what was typed, and it could not be saved all the same. */
export type DetailsOutcome = { readonly intent: "details"; readonly result: SubmissionResult; readonly failed: boolean };

export function ProfileForm({
  profile,
  today,
  outcome,
  backPath,
}: {
  profile: Profile;
  today: Day;
  outcome: DetailsOutcome | undefined;
  backPath: string;
}) {
  const { t } = useTranslation("profile");
  const { t: auth } = useTranslation("auth");
  const { firstName, lastName, phone, birthDate = "", county } = profile;
  const [form, fields] = useForm<z.output<typeof shape>>({
    id: "details",
    defaultValue: { firstName, lastName, phone, birthDate, county },
    ...(outcome && { lastResult: outcome.result }),
    onValidate: ({ formData }) => readProfile(formData, today),
    shouldRevalidate: "onInput",
  });
  const element = useRef<HTMLFormElement>(null);
  useKeptDraft(element, profile.id);
  const say = (key: string) => auth(key as ParseKeys<"auth">);
  const error = (name: (typeof NAMES)[number]) => {
    const [key] = fields[name].errors ?? [];
    return key === undefined ? undefined : say(key);
  };
  const field = (name: (typeof NAMES)[number]) => ({
    name,
    label: t(`details.${name}`),
    required: name !== "county",
    defaultValue: fields[name].initialValue,
    error: error(name),
  });
  const { summed: errors, press } = useSummary(outcome?.result, (typed) => readProfile(typed, today));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    press(event);
    form.onSubmit(event);
  };
  const summed = NAMES.flatMap((fieldId) => {
    const key = errors?.[fieldId]?.[0];
    return key === undefined ? [] : [{ fieldId, message: say(key) }];
  });
  return (
    <Panel>
      <PanelPart>
        <Form ref={element} method="post" id={form.id} onSubmit={submit} noValidate preventScrollReset className="grid gap-6">
          <h2 className="type-h3">{t("details.title")}</h2>
          {outcome?.failed && <Note tone="danger" role="alert" title={t("profileUpdateError")} />}
          <ErrorSummary title={t("details.problems")} errors={summed} />
          <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
            <TextField {...field("firstName")} autoComplete="given-name" />
            <TextField {...field("lastName")} autoComplete="family-name" />
          </div>
          <TextField {...field("phone")} type="tel" autoComplete="tel" inputMode="tel" />
          <TextField {...field("birthDate")} type="date" autoComplete="bday" max={today} hint={t("details.birthDateHint")} />
          <TextField {...field("county")} autoComplete="address-level1" hint={t("details.countyHint")} />
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="details"
              busy={useNavigation().state === "submitting"}
              busyLabel={t("details.saving")}
            >
              {t("details.save")}
            </Button>
            <LinkButton to={backPath} variant="outline" preventScrollReset>
              {t("details.cancel")}
            </LinkButton>
          </div>
        </Form>
      </PanelPart>
    </Panel>
  );
}
