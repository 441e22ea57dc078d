/** The mailbox over HTTP: its content, the policy of a mail, and that it only exists in the demonstration. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "#platform/ctx.server.ts";
import { type Mailbox, type MailCatcher, startMailCatcher } from "#platform/mail/mail-catcher.server.ts";
import { createMailer } from "#platform/mail/mail.server.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import { get as html } from "./mailbox-html-route.ts";
import { loader as mail } from "./mailbox-mail-page.tsx";
import { loader as list } from "./mailbox-page.tsx";

const SITE = "http://localhost:3000";
let folder: string;
let mailbox: MailCatcher;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-mailbox-"));
  mailbox = await startMailCatcher({ folder, port: 0 });
  const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, from: "Concours <tickets@concours.test>" });
  const body = `<html lang="en"><head class="x"><title>T</title></head><body><a href="${SITE}/profile">A</a><img src="${SITE}/media/1.jpg"><script>1</script></body></html>`;
  await mailer.send({ to: "amelia@concours.test", subject: "Your tickets", html: body, text: "Hello", messageId: "one" });
  await mailer.close();
  id = (await mailbox.list()).mails[0]?.id ?? "";
});
afterAll(async () => {
  await mailbox.stop();
  await rm(folder, { recursive: true });
});

/** The arguments of a loader; `ctx` only has what a mailbox page may need. */
function loaderArgs(path: string, params = { id: "" }, box: Mailbox | undefined = mailbox) {
  const context = new RouterContextProvider();
  context.set(ctxKey, { mailbox: box, publicUrl: SITE } as Ctx);
  const url = new URL(path, SITE);
  return { request: new Request(url), url, params, context, pattern: path };
}

/** The status with which a loader refuses. */
async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const outcome = await answer.catch((thrown: { init?: { status?: number } }) => thrown.init?.status);
  return outcome instanceof Response ? outcome.status : outcome;
}

describe("the mailbox", () => {
  it("lists what was sent", async () => {
    expect(await list(loaderArgs("/mailbox"))).toMatchObject({
      total: 1,
      pages: 1,
      mails: [{ id, subject: "Your tickets", to: "amelia@concours.test" }],
    });
    expect(await list(loaderArgs("/mailbox?page=2"))).toMatchObject({ mails: [] });
  });

  it("shows a mail without its HTML, which has an address of its own", async () => {
    const shown = await mail(loaderArgs(`/mailbox/${id}`, { id }));
    expect(shown).toMatchObject({ subject: "Your tickets", text: "Hello\n", hasHtml: true });
    expect(shown).not.toHaveProperty("html");
    expect(shown.headers.map(({ name }) => name)).toContain("Message-ID");
  });

  it("lets a mail show itself and the site's pictures, and do nothing but open links beside it", async () => {
    const reply = await html(loaderArgs(`/mailbox/${id}/html`, { id }));
    expect(reply.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const body = await reply.text();
    expect(body).toContain('<head class="x"><base target="_blank">');
    // Links are relative, so that they work under each host name of the demonstration.
    expect(body).toContain('href="/profile"');
    expect(body).toContain('src="/media/1.jpg"');
  });

  it.each(["?page=0", "?page=-1", "?page=1.5", "?page=x"])("has no page %s", async (query) => {
    expect(await refusal(list(loaderArgs(`/mailbox${query}`)))).toBe(404);
  });

  it.each(["nope", "..", "20260101000000000-000000-00000000"])("has no mail %s", async (other) => {
    expect(await refusal(mail(loaderArgs(`/mailbox/${other}`, { id: other })))).toBe(404);
    expect(await refusal(html(loaderArgs(`/mailbox/${other}/html`, { id: other })))).toBe(404);
  });
});

it("outside the demonstration there is no mailbox at all", async () => {
  const context = new RouterContextProvider();
  context.set(ctxKey, { mailbox: undefined, publicUrl: SITE } as Ctx);
  const outside = { ...loaderArgs("/mailbox", { id }), context };
  expect(await refusal(list(outside))).toBe(404);
  expect(await refusal(mail(outside))).toBe(404);
  expect(await refusal(html(outside))).toBe(404);
});
