/** The footer, where the law requires the seller's details. */
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { ShopFooter } from "./shop-footer.tsx";

it("no line breaks within a postcode, a company number or a VAT number", () => {
  const seller = {
    name: "Aurora Ltd",
    address: "1 High Street, Exampleton, EX1 1EX",
    companyNumber: "SC 123456",
    registry: "scotland" as const,
    vatNumber: "GB 123 4567 89",
    email: "hello@aurora.example",
  };
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={readMessages(messagesFolder()).en}>
      <MemoryRouter>
        <ShopFooter links={[]} seller={seller} socialUrls={[]} note={undefined} />
      </MemoryRouter>
    </I18nextProvider>,
  );
  expect(markup).toContain("Company number SC\u00a0123456. Registered in Scotland.");
  for (const whole of ["EX1\u00a01EX", "SC\u00a0123456", "GB\u00a0123\u00a04567\u00a089"]) expect(markup).toContain(whole);
});
