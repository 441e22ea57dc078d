/** Sends mail over SMTP, on connections that stay open, and tells a refusal for good from one that is worth another try. */
import type { Readable } from "node:stream";
import { createTransport, type SendMailOptions } from "nodemailer";
import { encode, wrap } from "nodemailer/lib/qp";
import type { Logger } from "pino";
import { type Err, err, type Ok, ok } from "#shared/result.ts";

export type Mail = {
  /** A bare address, such as `amelia.reed@example.com`. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same for each repeat of a mail, such as `order-confirmation.{order id}`; the domain is added. */
  readonly messageId: string;
  readonly replyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type SentMail = { readonly accepted: readonly string[]; readonly messageId: string };

/**
 * Why a mail was not sent. `bounced`: there is nobody at this address, and will not be (5xx to the recipient, but for a policy's refusal).
 * `permanent`: this mail will never be accepted (5xx to its content, or a header would break in two). `uncertain`: the connection ended
 * between the mail's last byte and the server's word about it, so it may have been taken. `temporary`: anything else; it was not taken.
 */
export type MailFailure = "bounced" | "permanent" | "uncertain" | "temporary";

/** `code`: the server's numbers, such as "550 5.1.1", or the fault's name, such as "ECONNECTION"; never the server's words. */
export type MailRefused = Err<MailFailure> & { readonly code: string };

export type Mailer = {
  /** Answers once the server has taken the mail over, or it is known why not. It is not tried again here. */
  send(mail: Mail): Promise<Ok<SentMail> | MailRefused>;
  close(): Promise<void>;
};

/** In milliseconds: until there is a connection and a greeting, without a word in between, and for one mail, however much is said. */
type Timeouts = { readonly connectMs: number; readonly silenceMs: number; readonly longestMs: number };
/** At once to the mail server: a mail is four rounds to it and back, however much is to be sent. `SMTP_URL` may say fewer, `?maxConnections=3`. */
export const CONNECTIONS = 16;
const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 30_000, longestMs: 90_000 };
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const BREAKS_A_HEADER = /[\r\n\0]/;
/** In characters, by RFC 5322. */
const LONGEST_LINE = 998;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** Only here does a 5xx speak of the mail; at the greeting or the login it speaks of us. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)/;

type MailerSettings = {
  readonly smtpUrl: string;
  readonly from: string;
  readonly fromName?: () => string | undefined;
  /** Whether mails leave encrypted or not at all; else they are encrypted where the server offers it. */
  readonly needsTls?: boolean;
  readonly log?: Logger;
  readonly timeouts?: Timeouts;
};

/**
 * A mailer for `smtp://` and `smtps://` addresses, with user and password inside where the server wants them.
 *
 * @param from who writes, such as `Shop <tickets@example.com>`
 */
export function createMailer({ smtpUrl, from, fromName, needsTls = false, log, timeouts = TIMEOUTS }: MailerSettings): Mailer {
  // The pool queues a mail again by itself only while not a byte of it has been sent.
  const transport = createTransport(
    {
      pool: true,
      url: smtpUrl,
      requireTLS: needsTls,
      maxConnections: CONNECTIONS,
      maxMessages: 500,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  transport.use("stream", (message, done) => {
    const { fate } = message.data as Partial<WithFate>;
    message.message.processFunc((body: Readable) => {
      if (fate) fate.body = body;
      return body;
    });
    done();
  });
  const address = /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? from;
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

  return {
    async send(mail) {
      if (!isWellFormed(mail)) return { ...err("permanent"), code: "malformed" };
      const messageId = `<${mail.messageId.includes("@") ? mail.messageId : `${mail.messageId}@${domain}`}>`;
      const fate: Fate = {};
      const tooLong = new AbortController();
      const timer = setTimeout(() => tooLong.abort(), timeouts.longestMs);
      try {
        const { to, subject, html, text, replyTo } = mail;
        const headers = { "Auto-Submitted": "auto-generated", ...mail.headers };
        const name = fromName?.();
        const message: WithFate & SendMailOptions = {
          ...(name !== undefined && { from: { name, address } }),
          // As an object, so that nothing inside the address can name a second one.
          to: { name: "", address: to },
          subject,
          text: partOf("text/plain", text),
          html: partOf("text/html", asciiOf(html)),
          replyTo,
          headers,
          messageId,
          signal: tooLong.signal,
          fate,
        };
        const sent = await transport.sendMail(message);
        return ok({ accepted: sent.accepted, messageId });
      } catch (error) {
        const reason = reasonOf(error);
        const refused = { ...err(failureOf(reason, fate)), code: codeOf(reason) };
        // Codes only: the server's words often repeat the address.
        log?.warn({ messageId, refusal: refused.error, code: refused.code, command: reason.command }, "mail not sent");
        return refused;
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      transport.close();
    },
  };
}

/**
 * One part as it goes over the wire. The library would lead each through an encoder of its own, which took a fifth of what a mail costs.
 *
 * @param content its lines ended by LF
 */
function partOf(type: "text/plain" | "text/html", content: string): { readonly raw: Buffer } {
  const isPlain =
    Buffer.byteLength(content) === content.length && content.split("\n").every(({ length }) => length <= LONGEST_LINE);
  const lines = content.replaceAll(/\r?\n/g, "\r\n");
  const [encoding, body] = isPlain ? ["7bit", lines] : ["quoted-printable", wrap(encode(lines))];
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  return { raw: Buffer.from(head + body, "latin1") };
}

/** HTML that says the same in ASCII, which every mail server passes on as it is, and shorter than in quoted-printable. */
function asciiOf(html: string): string {
  return html.replaceAll(/[\x80-\uffff]+/g, (letters) => Array.from(letters, (letter) => `&#${letter.codePointAt(0)};`).join(""));
}

/** No address but one, and no value that would end its header and begin another. */
function isWellFormed(mail: Mail): boolean {
  const headers = Object.entries(mail.headers ?? {});
  const values = [mail.subject, mail.messageId, ...headers.map(([, value]) => value)];
  return (
    ADDRESS.test(mail.to) &&
    (mail.replyTo === undefined || ADDRESS.test(mail.replyTo)) &&
    headers.every(([name]) => HEADER_NAME.test(name)) &&
    !values.some((value) => BREAKS_A_HEADER.test(value)) &&
    !/[<>\s]/.test(mail.messageId)
  );
}

/** What became of a mail's bytes: the stream that they leave by, once there is one. */
type Fate = { body?: Readable };
type WithFate = { readonly fate: Fate };

type Reason = { readonly code?: string; readonly command?: string; readonly responseCode?: number; readonly response?: string };

function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return {};
  const { code, command, responseCode, response }: Error & Reason = error;
  return { code, command, responseCode, response };
}

/** RFC 5321: 5xx would be answered again, but for 503, which speaks of the order of commands. */
function failureOf(reason: Reason, { body }: Fate): MailFailure {
  const { command = "", responseCode = 0 } = reason;
  if (ABOUT_THE_MAIL.test(command) && responseCode >= 500 && responseCode !== 503) {
    // RFC 3463: 5.1 speaks of the address, 5.2.1 says that the mailbox is gone, 5.2.2 that it is full, 5.3 and 5.7 speak of servers.
    const status = statusOf(reason);
    const isAddress = command === "RCPT TO" ? !/^5\.(3|7|2\.2)/.test(status) : /^5\.(1|2\.1)/.test(status);
    return isAddress ? "bounced" : "permanent";
  }
  return responseCode === 0 && body?.readableEnded ? "uncertain" : "temporary";
}

function codeOf(reason: Reason): string {
  if (!reason.responseCode) return reason.code ?? "unknown";
  return `${reason.responseCode} ${statusOf(reason)}`.trim();
}

/** "5.1.1" of "550 5.1.1 no such user". */
function statusOf({ response = "" }: Reason): string {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";
}
