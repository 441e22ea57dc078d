/** Missing current passwords in the profile's forms for password and address. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { type EmailReply, type PasswordReply, ProfileEmail, ProfilePassword } from "./profile-sign-in.tsx";

const words = readMessages(messagesFolder());

const EmailForm = () => <ProfileEmail email="ada@example.com" />;
const PasswordForm = () => <ProfilePassword email="ada@example.com" />;
const stubOf = (Component: () => React.ReactElement) => createRoutesStub([{ id: "page", path: "/", Component }]);
const STUBS = { email: stubOf(EmailForm), password: stubOf(PasswordForm) };

describe.each(LOCALES)("in %s", (locale) => {
  const { t } = words[locale];
  const textOf = (reply: EmailReply | PasswordReply) => {
    const Stub = STUBS[reply.intent];
    return renderToStaticMarkup(
      <I18nextProvider i18n={words[locale]}>
        <Stub hydrationData={{ actionData: { page: reply } }} />
      </I18nextProvider>,
    );
  };
  const currentPassword = ["currentPasswordRequired" as const];

  it("asks for both missing passwords, each at its field", () => {
    const password = ["passwordRequired" as const];
    const text = textOf({ intent: "password", refused: { error: { password, currentPassword } } });
    expect(text).toContain(t("auth:passwordRequired"));
    expect(text).toContain(t("auth:currentPasswordRequired"));
    expect(textOf({ intent: "password", refused: { error: { password } } })).not.toContain(t("auth:currentPasswordRequired"));
  });

  it("asks for the missing address and password, each at its field", () => {
    const text = textOf({ intent: "email", refused: { error: { newEmail: ["emailRequired"], currentPassword } } });
    expect(text).toContain(t("auth:emailRequired"));
    expect(text).toContain(t("auth:currentPasswordRequired"));
  });
});
