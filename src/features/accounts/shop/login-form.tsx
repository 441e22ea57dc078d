/** The form of /login, and how it is read. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { Form, useNavigation } from "react-router";
import { z } from "zod";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { parseForm } from "#ui/forms/parse-form.ts";
import { TextLink } from "#ui/text-link.tsx";
import { typedEmailProblem } from "../rules/email-address.ts";

type Problem = NonNullable<ReturnType<typeof typedEmailProblem>> | "passwordRequired";

const schema = z
  .object({ email: z.string().default(""), password: z.string().default("") })
  .superRefine(({ email, password }, context) => {
    const refuse = (field: string, message: Problem) => context.addIssue({ code: "custom", path: [field], message });
    const problem = typedEmailProblem(email);
    if (problem) refuse("email", problem);
    if (password === "") refuse("password", "passwordRequired");
  });

export function readLogin(form: FormData | URLSearchParams) {
  return parseForm(form, schema);
}

/** What the action says besides the fields: `minutes` is how long to wait after too many tries. */
export type LoginRefusal = {
  readonly error: "invalidCredentials" | "tooManyAttempts" | "passkeyRefused";
  readonly minutes: number;
  readonly isMailed: boolean;
};

export type LoginFormProps = {
  readonly result: SubmissionResult | undefined;
  readonly refused: LoginRefusal | undefined;
  /** Where the mail went whose link led here; else undefined. */
  readonly email: string | undefined;
  readonly isLinkOver: boolean;
};

export function LoginForm({ result, refused, email, isLinkOver }: LoginFormProps) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "login",
    ...(result && { lastResult: result }),
    onValidate: ({ formData }) => readLogin(formData),
    shouldRevalidate: "onInput",
  });
  const busy = useNavigation().state !== "idle";
  const message = (errors: string[] | undefined) => errors?.[0] && t(errors[0] as ParseKeys<"auth">);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-6">
      {refused && (
        <Note tone="danger" role="alert" title={t(refused.error, { count: refused.minutes })}>
          {refused.isMailed && t("login.mailed")}
        </Note>
      )}
      {!refused && email !== undefined && (
        <Note tone="success" title={t("login.linkTitle")}>
          {t("login.linkText")}
        </Note>
      )}
      {!refused && isLinkOver && (
        <Note tone="warn" title={t("login.linkOverTitle")}>
          {t("login.linkOverText")}
        </Note>
      )}
      <EmailField
        label={t("field.email")}
        name="email"
        autoComplete="username"
        required
        defaultValue={fields.email.initialValue ?? email}
        error={message(fields.email.errors)}
      />
      <PasswordField
        label={t("field.password")}
        name="password"
        autoComplete="current-password"
        required
        error={message(fields.password.errors)}
        hint={<TextLink to="/forgot-password">{t("login.forgot")}</TextLink>}
      />
      <Button type="submit" full busy={busy} busyLabel={t("login.busy")}>
        {t("login.submit")}
      </Button>
    </Form>
  );
}
