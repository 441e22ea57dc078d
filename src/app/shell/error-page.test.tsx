import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { ErrorPage, NOTHING_SAID } from "./error-page.tsx";

const messages = readMessages(messagesFolder());

function render(error: unknown): string {
  const handle = { failures: { load: "common:notLoaded.lotteries" } };
  const router = createMemoryRouter([{ path: "/", handle, element: <ErrorPage error={error} /> }]);
  return renderToStaticMarkup(
    <I18nextProvider i18n={messages.fr}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
}

it.each([
  new TypeError("Failed to fetch dynamically imported module: https://shop.example/assets/cookie-dialog-BhSxWYia.js"),
  new TypeError("Importing a module script failed."),
  new Error("Unable to preload CSS for /assets/admin-BhSxWYia.css"),
  new TypeError("Cannot read properties of undefined (reading 'match')"),
])("shows no browser message, and does not blame the page's data: %s", (error) => {
  const page = render(error);
  expect(page).toContain("Une erreur est survenue");
  expect(page).toContain("Une erreur inattendue s’est produite");
  expect(page).not.toContain(error.message.slice(0, 20));
  expect(page).not.toContain("/assets/");
  expect(page).not.toContain("tirages");
});

it("names the missing data after a server error", () => {
  expect(render(new Error(NOTHING_SAID))).toContain("Impossible de charger les tirages");
});
