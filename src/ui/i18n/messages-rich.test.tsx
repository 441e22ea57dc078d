import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RichText } from "./messages-rich.tsx";

const html = (text: string) =>
  renderToStaticMarkup(
    <RichText
      text={text}
      parts={{ rules: (inner) => <a href="/rules">{inner}</a>, strong: (inner) => <strong>{inner}</strong> }}
    />,
  );

describe("a sentence with parts", () => {
  it.each([
    ["Plain words", "Plain words"],
    ["See the <rules>rules</rules>.", 'See the <a href="/rules">rules</a>.'],
    ["<strong>One</strong> and <strong>two</strong>", "<strong>One</strong> and <strong>two</strong>"],
    ["<rules>The <strong>full</strong> rules</rules>", '<a href="/rules">The <strong>full</strong> rules</a>'],
    ["A name: <script>alert(1)</script>", "A name: &lt;script&gt;alert(1)&lt;/script&gt;"],
    ["Not closed: <rules>rules", "Not closed: &lt;rules&gt;rules"],
    ["", ""],
  ])("%s", (text, expected) => {
    expect(html(text)).toBe(expected);
  });
});
