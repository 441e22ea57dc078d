/** What the profile's forms for password and address say of a current password that was left out. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { LOCALES } from "#shared/locale.ts";
import { ProfileEmail, ProfilePassword } from "./profile-sign-in.tsx";

const words = readMessages(messagesFolder());

describe.each(LOCALES)("in %s", (locale) => {
  const { t } = words[locale];
  const textOf = (form: React.ReactElement) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={words[locale]}>
        <RouterProvider router={createMemoryRouter([{ path: "/", element: form }])} />
      </I18nextProvider>,
    );
  const lacksCurrent = true;

  it("both passwords left out are asked for, each at its field", () => {
    const wrong = { intent: "password", error: "passwordRequirements", problem: "passwordRequired" } as const;
    const text = textOf(<ProfilePassword email="ada@example.com" outcome={{ ...wrong, lacksCurrent }} />);
    expect(text).toContain(t("auth:passwordRequired"));
    expect(text).toContain(t("auth:currentPasswordRequired"));
    expect(textOf(<ProfilePassword email="ada@example.com" outcome={wrong} />)).not.toContain(t("auth:currentPasswordRequired"));
  });

  it("address and password left out are asked for, each at its field", () => {
    const text = textOf(
      <ProfileEmail email="ada@example.com" outcome={{ intent: "email", error: "emailRequired", newEmail: "", lacksCurrent }} />,
    );
    expect(text).toContain(t("auth:emailRequired"));
    expect(text).toContain(t("auth:currentPasswordRequired"));
  });

  it("one that was left out is asked for, and not called wrong", () => {
    const error = "currentPasswordWrong" as const;
    const forms = (lacks: { readonly lacksCurrent?: true }) => [
      textOf(<ProfilePassword email="ada@example.com" outcome={{ intent: "password", error, ...lacks }} />),
      textOf(
        <ProfileEmail email="ada@example.com" outcome={{ intent: "email", error, newEmail: "ada@example.com", ...lacks }} />,
      ),
    ];
    for (const text of forms({ lacksCurrent })) {
      expect(text).toContain(t("auth:currentPasswordRequired"));
      expect(text).not.toContain(t("auth:currentPasswordWrong"));
    }
    for (const text of forms({})) expect(text).toContain(t("auth:currentPasswordWrong"));
  });
});
