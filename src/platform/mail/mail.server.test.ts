import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type MailCatcher, startMailCatcher } from "./mail-catcher.server.ts";
import { createMailer, type Mail } from "./mail.server.ts";
import { startSmtpSink } from "./smtp-sink.fixture.ts";

const FROM = "Concours <tickets@concours.test>";
const mail: Mail = {
  to: "amelia.reed@example.com",
  subject: "Valmont GT-10 : vos 25 tickets",
  html: "<!doctype html><p>Bonjour Amélie, 637,29 £</p>",
  text: "Bonjour Amélie,\n\n.\n637,29 £\n",
  messageId: "order-confirmation.7d1f",
};

let folder: string;
let box: MailCatcher;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-mail-"));
  box = await startMailCatcher({ folder, port: 0 });
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await box.stop();
  await rm(folder, { recursive: true, force: true });
});

function mailerTo(smtpUrl: string) {
  const mailer = createMailer({ smtpUrl, from: FROM });
  closers.unshift(() => mailer.close());
  return mailer;
}

async function postOffice(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return `127.0.0.1:${typeof address === "object" && address?.port}`;
}

const refusing = (responseCode: number) => Object.assign(new Error(`no, ${responseCode}`), { responseCode });

describe("a mail", () => {
  it("arrives as it was written, from whom and to whom it says", async () => {
    const mailer = mailerTo(box.smtpUrl);
    const sent = await mailer.send({
      ...mail,
      replyTo: "help@concours.test",
      headers: { "List-Unsubscribe": "<https://concours.test/u/1>" },
    });
    expect(sent).toEqual({ ok: true, value: { accepted: [mail.to], messageId: "<order-confirmation.7d1f@concours.test>" } });

    const [newest] = (await box.list()).mails;
    const caught = await box.get(newest?.id ?? "");
    expect(newest).toEqual({
      id: expect.any(String),
      receivedAt: expect.any(Date),
      size: expect.any(Number),
      from: FROM,
      to: mail.to,
      subject: mail.subject,
    });
    expect(caught).toMatchObject({
      messageId: "<order-confirmation.7d1f@concours.test>",
      html: "<!doctype html><p>Bonjour Am&#233;lie, 637,29 &#163;</p>\n",
      text: `${mail.text}\n`,
    });
    expect(await box.html(newest?.id ?? "")).toBe(caught?.html);
    expect(Math.abs(Date.now() - Number(caught?.receivedAt))).toBeLessThan(60_000);
    const headers = Object.fromEntries((caught?.headers ?? []).map(({ name, value }) => [name, value]));
    expect(headers).toMatchObject({
      "Delivered-To": mail.to,
      "Return-Path": "<tickets@concours.test>",
      "Reply-To": "help@concours.test",
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": "<https://concours.test/u/1>",
    });
  });

  it("carries the same Message-ID each time it is sent again", async () => {
    const mailer = mailerTo(box.smtpUrl);
    const ids = [await mailer.send(mail), await mailer.send(mail)].map((sent) => sent.ok && sent.value.messageId);
    expect(new Set(ids).size).toBe(1);
    const other = await mailer.send({ ...mail, messageId: "draw.1@shop.example" });
    expect(other.ok && other.value.messageId).toBe("<draw.1@shop.example>");
  });

  it("has no line longer than mail servers accept", async () => {
    await mailerTo(box.smtpUrl).send({
      ...mail,
      html: `<p>${"CONC-0042-000137 ".repeat(1000)}</p>`,
      text: "1234567 ".repeat(500),
    });
    const [newest] = (await box.list()).mails;
    const raw = await readFile(join(folder, `${newest?.id}.eml`), "latin1");
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThan(998);
    expect((await box.html(newest?.id ?? ""))?.match(/CONC-0042-000137/g)).toHaveLength(1000);
  });

  it.each([
    [
      "HTML with references for letters, so that it needs no encoding",
      "html",
      "<p>Zoé, 🚗 = 1 £</p>",
      "7bit",
      "<p>Zo&#233;, &#128663; = 1 &#163;</p>",
    ],
    [
      "text with letters in quoted-printable",
      "text",
      "Zoé, 🚗 = 1 £",
      "quoted-printable",
      "Zo=C3=A9, =F0=9F=9A=97 =3D 1 =C2=A3\r\n",
    ],
    ["text without them as it is", "text", "Zoe = 1.\n.\n", "7bit", "Zoe = 1.\r\n.\r\n"],
    [
      "lines that are short enough, each on its own",
      "text",
      `Zoé\n${"12345678 ".repeat(6)}\n`.repeat(2),
      "quoted-printable",
      `Zo=C3=A9\r\n${"12345678 ".repeat(5)}12345678=20\r\n`.repeat(2),
    ],
    ["a line that is too long in pieces", "text", "12345678 ".repeat(112), "quoted-printable", `${"12345678 ".repeat(8)}=\r\n1`],
  ])("travels as seven bits: %s", async (_, part, content, encoding, line) => {
    const sink = await startSmtpSink({ keep: true });
    closers.push(() => sink.close());
    await mailerTo(sink.url).send({ ...mail, [part]: content });
    const type = part === "text" ? "text/plain" : "text/html";
    expect(sink.mails[0]?.raw).toContain(
      `\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${line}`,
    );
  });

  it("is sent without delay for TCP acknowledgements", async () => {
    const mailer = mailerTo(box.smtpUrl);
    await mailer.send(mail);
    const took: number[] = [];
    for (let i = 0; i < 20; i++) {
      const before = performance.now();
      await mailer.send({ ...mail, html: `<p>${"a".repeat(20_000)}</p>` });
      took.push(performance.now() - before);
    }
    // The fastest: a busy machine delays some, Nagle's algorithm would delay all.
    expect(Math.min(...took)).toBeLessThan(35);
  });

  it.each([
    ["sixteen lines as long as mails wait", "", 16],
    ["as many as its address says, for a server that wants fewer", "?maxConnections=3", 3],
  ])("is sent over %s", async (_, query, lines) => {
    let most = 0;
    const under = new Set<() => void>();
    const url = await postOffice({
      onData(stream, _session, done) {
        under.add(done);
        most = Math.max(most, under.size);
        stream.resume();
        stream.once("end", () =>
          // Long enough for all others to come.
          setTimeout(() => {
            under.delete(done);
            done();
          }, 100),
        );
      },
    });
    const mailer = mailerTo(`smtp://${url}${query}`);
    const sent = await Promise.all(Array.from({ length: 40 }, () => mailer.send(mail)));
    expect(sent.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(lines);
  });

  it.each([
    ["a second header in the subject", { subject: "Hello\r\nBcc: all@example.com" }],
    ["a line feed in the subject", { subject: "Hello\nworld" }],
    ["a second recipient", { to: "a@example.com, b@example.com" }],
    ["a header behind the recipient", { to: "a@example.com\r\nBcc: b@example.com" }],
    ["a name around the recipient", { to: "All <a@example.com>" }],
    ["no recipient", { to: "" }],
    ["a header behind the address to answer", { replyTo: "a@example.com\nBcc: b@example.com" }],
    ["a header in a header", { headers: { "X-Draw": "1\r\nBcc: b@example.com" } }],
    ["a header in a header's name", { headers: { "X-Draw: 1\r\nBcc": "b@example.com" } }],
    ["a bracket in the Message-ID", { messageId: "a> <b" }],
  ])("with %s is refused permanently and not sent", async (_, change) => {
    const before = await box.count();
    expect(await mailerTo(box.smtpUrl).send({ ...mail, ...change })).toMatchObject({ ok: false, error: "permanent" });
    expect(await box.count()).toBe(before);
  });
});

describe("a refusal", () => {
  it.each([
    ["bounced", 550, "no such user", "550"],
    ["bounced", 550, "5.1.1 no such user", "550 5.1.1"],
    ["permanent", 550, "5.7.1 your network is not welcome", "550 5.7.1"],
    ["permanent", 552, "5.2.2 the mailbox is full", "552 5.2.2"],
    ["temporary", 450, "4.2.0 greylisted", "450 4.2.0"],
    ["temporary", 421, "4.3.2 going down", "421 4.3.2"],
    ["temporary", 503, "first EHLO", "503"],
  ] as const)("is %s when the recipient is answered with %i %s", async (error, responseCode, words, code) => {
    const answer = Object.assign(new Error(words), { responseCode });
    const host = await postOffice({ onRcptTo: (_address, _session, done) => done(answer) });
    expect(await mailerTo(`smtp://${host}`).send(mail)).toEqual({ ok: false, error, code });
  });

  it.each([
    ["permanent", 554],
    ["temporary", 452],
    ["temporary", 421],
  ] as const)("is %s when the content is answered with %i", async (error, code) => {
    const host = await postOffice({
      onData(stream, _session, done) {
        stream.resume().on("end", () => done(refusing(code)));
      },
    });
    expect(await mailerTo(`smtp://${host}`).send(mail)).toMatchObject({ ok: false, error });
  });

  it.each([
    ["uncertain", "after the last byte and before the server's word about it", "taken, unsaid", 1],
    ["temporary", "in the middle: what has no end is taken by nobody", "cut", 0],
    ["temporary", "before the first byte", "closeConnection", 0],
  ] as const)("is %s when the line breaks %s", async (error, _when, fault, taken) => {
    const sink = await startSmtpSink({ fault: () => fault });
    closers.push(() => sink.close());
    const mailer = mailerTo(sink.url);
    expect(await mailer.send({ ...mail, text: "x ".repeat(500_000) })).toMatchObject({ ok: false, error });
    expect([...sink.accepted]).toEqual(taken === 0 ? [] : [[mail.to, 1]]);
  });

  it("is not repeated by the pool if the mail may have been accepted, also on a reused connection", async () => {
    const sink = await startSmtpSink({ fault: (_to, n) => (n === 2 ? "taken, unsaid" : undefined) });
    closers.push(() => sink.close());
    const mailer = mailerTo(sink.url);
    expect((await mailer.send(mail)).ok).toBe(true);
    expect(await mailer.send(mail)).toMatchObject({ ok: false, error: "uncertain", code: "ECONNECTION" });
    expect((await mailer.send(mail)).ok).toBe(true);
    expect(sink.accepted.get(mail.to)).toBe(3);
  });

  it("is temporary when the login or the greeting fails: that is our fault, not the mail's", async () => {
    const login = await postOffice({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusing(535)),
    });
    expect(await mailerTo(`smtp://user:wrong@${login}`).send(mail)).toMatchObject({ ok: false, error: "temporary" });
    const greeting = await postOffice({ onConnect: (_session, done) => done(refusing(554)) });
    expect(await mailerTo(`smtp://${greeting}`).send(mail)).toMatchObject({ ok: false, error: "temporary" });
  });

  it("is temporary when the server is down, and sending works again once it is up", async () => {
    const other = await mkdtemp(join(tmpdir(), "concours-mail-"));
    const first = await startMailCatcher({ folder: other, port: 0 });
    const mailer = mailerTo(first.smtpUrl);
    expect((await mailer.send(mail)).ok).toBe(true);
    await first.stop();
    expect(await mailer.send(mail)).toMatchObject({ ok: false, error: "temporary" });

    const second = await startMailCatcher({ folder: other, port: Number(new URL(first.smtpUrl).port) });
    closers.push(() => second.stop().then(() => rm(other, { recursive: true })));
    expect((await mailer.send(mail)).ok).toBe(true);
    expect(await second.count()).toBe(2);
  });

  it("does not concern a server with implicit TLS", async () => {
    let seen = "";
    const host = await postOffice({
      secure: true,
      onData(stream, _session, done) {
        stream.on("data", (chunk: Buffer) => (seen += chunk)).on("end", () => done());
      },
    });
    expect((await mailerTo(`smtps://${host}?tls.rejectUnauthorized=false`).send(mail)).ok).toBe(true);
    expect(seen).toContain("Message-ID: <order-confirmation.7d1f@concours.test>");
  });
});

describe("a server that has no TLS", () => {
  it("gets mail only if encryption is not required", async () => {
    const taken: string[] = [];
    const address = await postOffice({
      onData(stream, session, done) {
        stream.resume().on("end", () => {
          taken.push(...session.envelope.rcptTo.map((to) => to.address));
          done();
        });
      },
    });
    const strict = createMailer({ smtpUrl: `smtp://${address}`, from: FROM, needsTls: true });
    closers.unshift(() => strict.close());
    expect(await strict.send(mail)).toMatchObject({ ok: false, error: "temporary" });
    expect(taken).toEqual([]);
    expect(await mailerTo(`smtp://${address}`).send(mail)).toMatchObject({ ok: true });
    expect(taken).toEqual([mail.to]);
  });
});

describe("the catcher", () => {
  it("lists the newest first, twenty a page", async () => {
    const own = await mkdtemp(join(tmpdir(), "concours-mail-"));
    const catcher = await startMailCatcher({ folder: own, port: 0 });
    closers.push(() => catcher.stop().then(() => rm(own, { recursive: true })));
    expect(await catcher.list()).toEqual({ mails: [], page: 1, pages: 0, total: 0 });

    const mailer = mailerTo(catcher.smtpUrl);
    for (let i = 1; i <= 23; i++) await mailer.send({ ...mail, subject: `Mail ${i}` });
    const first = await catcher.list();
    const second = await catcher.list({ page: 2 });
    expect([first.page, first.pages, first.total]).toEqual([1, 2, 23]);
    expect(first.mails.map((each) => each.subject)).toEqual(Array.from({ length: 20 }, (_, i) => `Mail ${23 - i}`));
    expect(second.mails.map((each) => each.subject)).toEqual(["Mail 3", "Mail 2", "Mail 1"]);
    expect((await catcher.list({ page: 3 })).mails).toEqual([]);
  });

  it("opens nothing but its own mails", async () => {
    await writeFile(join(folder, "secret.eml"), "Subject: no\r\n\r\nno");
    for (const id of ["secret", "../secret", "", ".", "20260101000000000-000000-00000000"]) {
      expect(await box.get(id)).toBeUndefined();
      expect(await box.html(id)).toBeUndefined();
    }
    expect((await box.list()).mails.map((each) => each.subject)).not.toContain("no");
  });

  it("stores nothing of a mail whose connection breaks off", async () => {
    const before = await box.count();
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(new URL(box.smtpUrl).port), "127.0.0.1")
        .on("error", reject)
        .on("close", () => resolve());
      const lines = ["EHLO x", "MAIL FROM:<a@b.test>", "RCPT TO:<c@d.test>", "DATA"];
      socket.on("data", (answer: Buffer) => {
        const next = lines.shift();
        if (next) socket.write(`${next}\r\n`);
        else if (answer.toString().startsWith("354")) socket.write("Subject: half\r\n\r\nHalf a se", () => socket.destroy());
      });
    });
    expect((await mailerTo(box.smtpUrl).send(mail)).ok).toBe(true);
    expect(await box.count()).toBe(before + 1);
    expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
