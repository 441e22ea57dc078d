/** What the forms of /admin/settings say to each answer: the specification's sentences, and beside the field what is wrong with it. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { type EmailReply, type PasswordReply, SettingsEmail, SettingsPassword } from "./settings-forms.tsx";

const words = readMessages(messagesFolder());

function textOf(form: React.ReactElement): string {
  const router = createMemoryRouter([{ path: "/", element: form }]);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words.en}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** One of these, and no other. Source: specification, section 8. */
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
  const said = (error: EmailReply["error"]) => {
    const reply = { intent: "email", error, newEmail: "new@example.com", minutes: undefined } as const;
    return textOf(<SettingsEmail email="old@example.com" reply={reply} />);
  };

  it.each([
    ["emailRequired", "Please enter a new email address"],
    ["failed", "Failed to update email"],
    [undefined, "Email update request sent. Please check your new email for confirmation."],
  ] as const)("that comes to %s says: %s", (error, sentence) => {
    expect(saidOf(said(error))).toEqual([sentence]);
  });

  it.each([
    ["emailInvalid", "Enter an email address like name@example.com"],
    ["emailUnchanged", "This is already your email address"],
    ["userAlreadyExists", "There is already an account with this email address"],
  ] as const)("that comes to %s says: %s", (error, sentence) => {
    expect(said(error)).toContain(sentence);
  });
});

describe("a change of password", () => {
  const said = (error: PasswordReply["error"], problem?: PasswordReply["problem"], lacksCurrent = false) =>
    textOf(
      <SettingsPassword
        email="ada@example.com"
        reply={{ intent: "password", error, problem, lacksCurrent, minutes: undefined }}
      />,
    );

  it("without any password says at both fields that something is to be entered", () => {
    const text = said("passwordRequirements", "passwordRequired", true);
    for (const sentence of ["Enter your current password", "Enter a password"]) expect(text).toContain(sentence);
    const right = said("currentPasswordWrong", undefined, true);
    expect(right).toContain("Enter your current password");
    expect(right).not.toContain("Your current password is incorrect");
  });

  it.each([
    ["passwordMismatch", "New passwords do not match"],
    ["failed", "Failed to update password"],
    [undefined, "Password updated successfully"],
  ] as const)("that comes to %s says: %s", (error, sentence) => {
    expect([...new Set(saidOf(said(error)))]).toEqual([sentence]);
  });

  it("to a weak one says so, and which requirement it is, also one that the checklist does not show", () => {
    const text = said("passwordRequirements", "passwordTooCommon");
    expect(saidOf(text)).toEqual(["Please meet all password requirements"]);
    expect(text).toContain("This password is too common");
  });

  it("with a wrong current one says so", () => {
    expect(said("currentPasswordWrong")).toContain("Your current password is incorrect");
  });
});
