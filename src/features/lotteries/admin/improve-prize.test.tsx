/** The refusals of an improved prize, as shown. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { CONFIRM_PAGE } from "#features/access/rules/reauth.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { refusedReply } from "#ui/forms/reply.fixture.ts";
import type { CodeOf } from "#ui/forms/reply.ts";
import { ImprovePrize } from "./improve-prize.tsx";
import type { ImproveReply } from "./lottery-form-view.ts";

const words = readMessages(messagesFolder()).en;

function Card() {
  return (
    <I18nextProvider i18n={words}>
      <ImprovePrize lottery={{ worth: 100, pictures: [] } as never} requestKey="" />
    </I18nextProvider>
  );
}
const Stub = createRoutesStub([{ id: "page", path: "/", Component: Card }]);
function shown(code: CodeOf<ImproveReply>): string {
  const reply = { ...(refusedReply("improve", code) as object), pictures: [] };
  return renderToStaticMarkup(<Stub hydrationData={{ actionData: { page: reply } }} />);
}

it("links to re-authentication beside the form", () => {
  const html = shown("improve.refusal.reauth_needed");
  expect(html).toContain(`href="${CONFIRM_PAGE}" target="_blank"`);
  expect(html).toContain(words.t("admin-lotteries:improve.refusal.reauth_needed"));
  expect(shown("improve.refusal.nothing")).not.toContain(CONFIRM_PAGE);
});
