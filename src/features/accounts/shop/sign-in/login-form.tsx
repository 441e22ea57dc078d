/** The sign-in form, and how it is read. */
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { EmailField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { typedEmailProblem } from "../../rules/person/email-address.ts";

type Problem = NonNullable<ReturnType<typeof typedEmailProblem>> | "passwordRequired";

const schema = z.object({ email: typedText, password: typedText }).superRefine(({ email, password }, context) => {
  const refuse = (field: string, message: Problem) => context.addIssue({ code: "custom", path: [field], message });
  const problem = typedEmailProblem(email);
  if (problem) refuse("email", problem);
  if (password === "") refuse("password", "passwordRequired");
});

/** Parses and checks the form, in the browser and on the server. */
export function readLogin(form: FormData | URLSearchParams) {
  return parseForm(form, schema);
}

/** `isMailed`: after too many attempts, the owner gets a mail with a sign-in link. */
export type LoginReply = FormReply<"login", Problem | "invalidCredentials" | "tooManyAttempts" | "passkeyRefused"> & {
  readonly isMailed?: boolean;
};

/** `email`: of a valid sign-in link. `isLinkOver`: the link has expired or was used. */
type Props = {
  readonly email: string | undefined;
  readonly isLinkOver: boolean;
};

/** Address and password. */
export function LoginForm({ email, isLinkOver }: Props) {
  const { t } = useTranslation("auth");
  const form = useShopForm<LoginReply>({
    intent: "login",
    navigates: true,
    validate: readLogin,
    say: (code, _field, reply) => t(code, { count: reply?.minutes ?? 1 }),
  });
  const { isMailed } = (form.reply as LoginReply | undefined) ?? {};
  return (
    <ShopFormFrame form={form} noValidate className="grid gap-6">
      <FormProblem form={form}>{isMailed && t("login.mailed")}</FormProblem>
      {form.problem === undefined && email !== undefined && (
        <Note tone="success" title={t("login.linkTitle")}>
          {t("login.linkText")}
        </Note>
      )}
      {form.problem === undefined && isLinkOver && (
        <Note tone="warn" title={t("login.linkOverTitle")}>
          {t("login.linkOverText")}
        </Note>
      )}
      <EmailField {...form.field("email", email)} label={t("field.email")} autoComplete="username" required />
      <PasswordField
        label={t("field.password")}
        name="password"
        autoComplete="current-password"
        required
        error={form.field("password").error}
        hint={<TextLink to="/forgot-password">{t("login.forgot")}</TextLink>}
      />
      <Button type="submit" full busy={form.isBusy} busyLabel={t("login.busy")}>
        {t("login.submit")}
      </Button>
    </ShopFormFrame>
  );
}
