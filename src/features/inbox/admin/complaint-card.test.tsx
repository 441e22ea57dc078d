/** The form that answers a complaint, without scripts: a refusal shows its reason and the typed text. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { RightsOnScreen } from "#ui/allowed.tsx";
import { refusedReply } from "#ui/forms/reply.fixture.ts";
import { ComplaintCard, type ComplaintReply } from "./complaint-card.tsx";

const words = readMessages(messagesFolder()).en;
const NOW = new Date("2026-11-26T12:00:00Z");
const COMPLAINT = {
  ...{ number: "C-000001", madeAt: NOW, acknowledgeBy: NOW, answerBy: NOW, acknowledgedAt: undefined, answeredAt: undefined },
  ...{ outcome: undefined, answer: undefined, overdue: undefined },
};

function Card() {
  return (
    <I18nextProvider i18n={words}>
      <RightsOnScreen rights={["complaints.write"]}>
        <ComplaintCard complaint={COMPLAINT as never} template={{ templates: [], locale: "en", values: {} }} />
      </RightsOnScreen>
    </I18nextProvider>
  );
}
const Stub = createRoutesStub([{ id: "page", path: "/", Component: Card }]);
const shown = (reply: ComplaintReply) => renderToStaticMarkup(<Stub hydrationData={{ actionData: { page: reply } }} />);

it("keeps a long answer without an outcome", () => {
  const html = shown(refusedReply("answer", "no_outcome", "outcome", { answer: "We have looked into it." }));
  expect(html).toContain("We have looked into it.</textarea>");
  expect(html).toContain(words.t("admin-inbox:complaints.errors.no_outcome"));
});

it("keeps an outcome without an answer, and reports a failure", () => {
  const html = shown(refusedReply("answer", "failed", "", { outcome: "upheld" }));
  expect(html).toMatch(/<option value="upheld" selected/);
  expect(html).toContain(words.t("admin-inbox:complaints.errors.failed"));
});
