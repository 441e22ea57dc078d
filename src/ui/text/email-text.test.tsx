import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmailText } from "./email-text.tsx";

it.each([
  ["zoe@example.com", "zoe@|example|.com"],
  ["zoe.le.goff@mail.example.co.uk", "zoe|.le|.goff@|mail|.example|.co.uk"],
  ["z@x.uk", "z@|x.uk"],
])("%s breaks as %s", (address, parts) => {
  expect(
    renderToStaticMarkup(<EmailText address={address} />)
      .replaceAll("<wbr/>", "|")
      .replaceAll(/<\/?span[^>]*>/g, ""),
  ).toBe(parts);
});
