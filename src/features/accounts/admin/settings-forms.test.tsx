/** Replies of the forms of /admin/settings: the specified sentences, and problems at their fields. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { refusedReply } from "#ui/forms/reply.fixture.ts";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { type EmailReply, type PasswordReply, SettingsEmail, SettingsPassword } from "./settings-forms.tsx";

const words = readMessages(messagesFolder());

const stubOf = (Component: () => React.ReactElement) => createRoutesStub([{ id: "page", path: "/", Component }]);
const EmailForm = stubOf(() => <SettingsEmail email="old@example.com" />);
const PasswordForm = stubOf(() => <SettingsPassword email="ada@example.com" />);

function textOf(Stub: ReturnType<typeof stubOf>, reply: FormReply): string {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words.en}>
      <Stub hydrationData={{ actionData: { page: reply } }} />
    </I18nextProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** Expects this one and no other. Source: specification, section 8. */
const SPECIFIED = [
  "Please enter a new email address",
  "Failed to update email",
  "Email update request sent. Please check your new email for confirmation.",
  "Please meet all password requirements",
  "New passwords do not match",
  "Failed to update password",
  "Password updated successfully",
];
const saidOf = (text: string) => SPECIFIED.filter((sentence) => text.includes(sentence));

describe("a change of address", () => {
  const noteFor = (code: CodeOf<EmailReply> | undefined) =>
    textOf(
      EmailForm,
      code === undefined ? { intent: "email" } : refusedReply("email", code, code === "failed" ? "" : "newEmail"),
    );

  it.each([
    ["emailRequired", "Please enter a new email address"],
    ["failed", "Failed to update email"],
    [undefined, "Email update request sent. Please check your new email for confirmation."],
  ] as const)("answers %s with: %s", (error, sentence) => {
    expect(saidOf(noteFor(error))).toEqual([sentence]);
  });

  it.each([
    ["emailInvalid", "Enter an email address like name@example.com"],
    ["emailUnchanged", "This is already your email address"],
    ["userAlreadyExists", "There is already an account with this email address"],
  ] as const)("answers %s with: %s", (error, sentence) => {
    expect(noteFor(error)).toContain(sentence);
  });
});

describe("a change of password", () => {
  const noteFor = (error?: NonNullable<PasswordReply["refused"]>["error"]) =>
    textOf(PasswordForm, { intent: "password", ...(error && { refused: { error } }) });

  it("without any password asks for both at their fields", () => {
    const text = noteFor({ password: ["passwordRequired"], currentPassword: ["currentPasswordRequired"] });
    for (const sentence of ["Enter your current password", "Enter a password"]) expect(text).toContain(sentence);
    const right = noteFor({ currentPassword: ["currentPasswordRequired"] });
    expect(right).toContain("Enter your current password");
    expect(right).not.toContain("Your current password is incorrect");
  });

  it.each([
    [{ confirmPassword: ["passwordMismatch" as const] }, "New passwords do not match"],
    [{ "": ["failed" as const] }, "Failed to update password"],
    [undefined, "Password updated successfully"],
  ])("answers %o with: %s", (error, sentence) => {
    expect([...new Set(saidOf(noteFor(error)))]).toEqual([sentence]);
  });

  it("to a weak one names the broken requirement, even one that the checklist does not show", () => {
    const text = noteFor({ password: ["passwordTooCommon"] });
    expect(saidOf(text)).toEqual(["Please meet all password requirements"]);
    expect(text).toContain("This password is too common");
  });

  it("with a wrong current password says so", () => {
    expect(noteFor({ currentPassword: ["currentPasswordWrong"] })).toContain("Your current password is incorrect");
  });
});
