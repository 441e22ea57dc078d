/** Snapshots of every mail, in both languages. */
import { expect, it } from "vitest";
import { messagesFolder, nameShop, readMessages } from "#platform/messages.server.ts";
import { EVERY_MAIL, penSource } from "./every-mail.fixture.ts";

const mails = await Promise.all(EVERY_MAIL.map(async (mail) => ({ ...mail, content: await mail.render() })));

/** The visible text of the HTML part, one line per element. */
function read(html: string): string {
  return html
    .replaceAll(/<(style|title)[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, "")
    .replaceAll(/<\/(p|h1|h2|td|a|div)>|<br\/?>/g, "\n")
    .replaceAll(/<\/?span[^>]*>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .split("\n")
    .map((line) => line.replaceAll(/[ \t]+/g, " ").trim())
    .filter(Boolean)
    .join("\n");
}

it.each(mails.map(({ name, locale, content }) => [name, locale, content] as const))(
  "%s reads as it did, in %s",
  (_, locale, { subject, html, text }) => {
    for (const part of [subject, read(html), text]) {
      for (const wrong of ["undefined", "NaN", "[object", "null", "\u202f"]) expect(part).not.toContain(wrong);
      // An ordinary space before double punctuation could wrap.
      if (locale === "fr") expect(part).not.toMatch(/\p{L} [:;!?»%]|« \p{L}/u);
    }
    expect(`${subject}\n\n${text}\n=====\n${read(html)}`).toMatchSnapshot();
  },
);

it("no text is smaller than 13 px, the shop's small text", () => {
  for (const { name, locale, content } of mails) {
    const { html } = content;
    const small = [...html.matchAll(/font-size:([\d.]+)px/g)].filter(([, px]) => Number(px) < 13);
    expect([name, locale, ...small.map(([size]) => size)]).toEqual([name, locale]);
  }
});

it("all have a table of 600 px in Outlook, which ignores `max-width`", () => {
  for (const { name, locale, content } of mails) {
    const { html } = content;
    const forOutlook = html.replaceAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, "$1");
    const [frame = "", ...others] =
      forOutlook.match(/<table[^>]* width="600"[^>]*>(?=\s*<tr>\s*<td>\s*<table[^>]*class="card")/g) ?? [];
    expect([name, locale, frame !== "", others.length]).toEqual([name, locale, true, 0]);
    expect(forOutlook.match(/<table/g)?.length, `${name} ${locale}`).toBe(forOutlook.match(/<\/table>/g)?.length);
    expect(html, `${name} ${locale}`).not.toContain("data-outlook");
  }
});

it("none of them advertises: mails without an unsubscribe link name no other draws", () => {
  for (const { name, locale, content } of mails) {
    const { html, text } = content;
    expect([name, locale, (html + text).includes("/prize")]).toEqual([name, locale, false]);
  }
});

it("in test mode each says so in its subject and at the top", async () => {
  for (const { name, locale, content: real, render } of mails) {
    const tried = await render({ ...penSource, env: { isTestMode: true, wording: "skill" } });
    const notice = locale === "fr" ? "Cette boutique est en mode test" : "This shop is in test mode";
    expect([name, locale, tried.subject]).toEqual([name, locale, `[Test] ${real.subject}`]);
    expect(tried.text.startsWith(notice), `${name} ${locale}`).toBe(true);
    expect(read(tried.html).includes(notice), `${name} ${locale}`).toBe(true);
    expect(real.html + real.text).not.toContain(notice);
  }
});

it("mails of another brand do not name this one, and show its logo", async () => {
  const messages = readMessages(messagesFolder());
  nameShop(messages, "Aurora");
  const logo = { id: "0123456789abcdef", png: "", width: 640, height: 128 };
  const current = { ...penSource.brand.current, name: "Aurora", logo };
  const aurora = {
    messages,
    publicUrl: "https://aurora.example",
    env: { isTestMode: false, wording: "skill" } as const,
    brand: { current },
  };
  for (const { name, locale, render } of mails) {
    const { subject, html, text } = await render(aurora);
    const isNamed = [subject, html, text].map((part) => /concours(?!e|\.example)/i.test(part));
    expect([name, locale, ...isNamed]).toEqual([name, locale, false, false, false]);
    expect(html).toMatch(
      /<img alt="Aurora"[^>]+height="32" src="https:\/\/aurora\.example\/brand\/logo\.png\?v=0123456789abcdef"/,
    );
  }
});
