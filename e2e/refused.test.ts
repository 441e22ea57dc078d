/** Excessive requests are refused at once, with the right status, in the reader's language. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { HEADERS } from "./attacks.fixture.ts";

const shop = inject("shop");

describe("what is refused is refused at once and with the right word", () => {
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}${path}`, {
      method: "POST",
      body,
      headers: { Origin: shop.url, "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });

  it.each([
    ["an index", "email[99999999]=x", 400],
    ["a name of dots", `${".".repeat(30_000)}=x`, 400],
    ["a body that is too large", `message=${"a".repeat(200_000)}`, 413],
  ])("%s, in the reader's language", async (_name, body, status) => {
    for (const path of [
      "/login",
      "/login.data",
      "/register.data",
      "/contact.data",
      "/profile.data",
      "/logout",
      "/forgot-password",
    ])
      expect((await send(path, body)).status, path).toBe(status);
    const french = await send("/contact", body, { "Accept-Language": "fr" });
    expect(french.headers.get("Content-Language")).toBe("fr");
    expect(await french.text()).toMatch(/^(?:Nous n’avons|Cet envoi)/);
  });

  it("a body without a declared length is read up to the limit only", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      async pull(controller) {
        await sleep(2);
        sent += 1;
        if (sent < 200) controller.enqueue(new Uint8Array(65_536));
        else controller.close();
      },
    });
    const reply = await fetch(`${shop.url}/contact`, {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { Origin: shop.url },
    } as RequestInit).catch((error: unknown) => error);
    // The connection may close before the reply is read.
    expect(reply instanceof Response ? reply.status : 413).toBe(413);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  });

  it("an address that cannot be decoded, a long one, one with many parameters, many headers", async () => {
    const statusOf = async (path: string, headers = {}) => (await fetch(`${shop.url}${path}`, { headers })).status;
    expect(await statusOf("/draws/%E0%A4%A")).toBe(400);
    expect(await statusOf(`/?${"a".repeat(5_000)}`)).toBe(414);
    expect(await statusOf(`/?${"a=1&".repeat(100)}`)).toBe(400);
    expect(await statusOf("/", HEADERS.at(-1))).toBe(431);
    expect(await (await fetch(`${shop.url}/api/lotteries?${"a=1&".repeat(100)}`)).json()).toMatchObject({ error: "bad_request" });
  });

  it("and what mail programs send to unsubscribe, in parts or not, is read", async () => {
    const parts = new FormData();
    parts.set("List-Unsubscribe", "One-Click");
    for (const body of [parts, new URLSearchParams({ "List-Unsubscribe": "One-Click" })]) {
      const reply = await fetch(`${shop.url}/unsubscribe?token=x`, { method: "POST", body });
      expect(await reply.text()).not.toContain("couldn’t read");
    }
  });
});
