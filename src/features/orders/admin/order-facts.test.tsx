/** The facts of an order in the back office: document numbers, and the terms by their day. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { OrderFacts } from "./order-facts.tsx";

const words = readMessages(messagesFolder());
type Order = Parameters<typeof OrderFacts>[0]["order"];

it.for(["en", "fr"] as const)("in %s", (language) => {
  const order = { player: "Zoé", userId: "1", id: "2", locale: language, orderNumber: "K6T3-FKPJ", termsVersion: "2026-11-23.4" };
  const papers = [
    { kind: "receipt", number: "R-000800" },
    { kind: "credit_note", number: "CN-000002" },
  ] as const;
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words[language]}>
      <MemoryRouter>
        <OrderFacts order={order as unknown as Order} documents={papers} />
      </MemoryRouter>
    </I18nextProvider>,
  );
  const text = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  const expectedTexts =
    language === "fr"
      ? ["Reçu R-000800", "Avoir CN-000002", "23 novembre 2026"]
      : ["Receipt R-000800", "Credit note CN-000002", "23 November 2026"];
  for (const each of expectedTexts) expect(text).toContain(each);
  expect(html).toContain('href="/texts/terms/4"');
});
