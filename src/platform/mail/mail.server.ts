/** Sends mail over pooled SMTP connections, and distinguishes permanent from temporary failures. */
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
  /** Stable over retries, such as `order-confirmation.{order id}`; the domain is added. */
  readonly messageId: string;
  readonly replyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the server accepted. */
export type SentMail = { readonly accepted: readonly string[]; readonly messageId: string };

/**
 * `bounced`: the mailbox does not exist (5xx to the recipient, except for policy). `permanent`: 5xx to the
 * content, or a malformed header. `uncertain`: the connection ended before the reply, so it may be accepted.
 */
export type MailFailure = "bounced" | "permanent" | "uncertain" | "temporary";

/** `code`: the server's, such as "550 5.1.1", or an error's, such as "ECONNECTION"; never its text. */
export type MailRefused = Err<MailFailure> & { readonly code: string };

export type Mailer = {
  /** Resolves once the server has accepted or refused the mail. Does not retry. */
  send(mail: Mail): Promise<Ok<SentMail> | MailRefused>;
  close(): Promise<void>;
};

/** In milliseconds: until connection and greeting, without any reply, and for a whole mail. */
type Timeouts = { readonly connectMs: number; readonly silenceMs: number; readonly longestMs: number };
/** Parallel connections; a mail takes four round trips. `SMTP_URL` may lower it with `?maxConnections=3`. */
export const CONNECTIONS = 16;
const TIMEOUTS: Timeouts = { connectMs: 10_000, silenceMs: 30_000, longestMs: 90_000 };
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const LINE_BREAK = /[\r\n\0]/;
/** Characters, by RFC 5322. */
const LONGEST_LINE = 998;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** A 5xx to any other command (greeting, login) is about the shop, not about the mail. */
const MAIL_COMMANDS = /^(MAIL FROM|RCPT TO|DATA)/;

type MailerSettings = {
  readonly smtpUrl: string;
  readonly from: string;
  readonly fromName?: () => string | undefined;
  /** Refuses unencrypted connections; otherwise TLS is opportunistic. */
  readonly needsTls?: boolean;
  readonly log?: Logger;
  readonly timeouts?: Timeouts;
};

/** A mailer for `smtp://` and `smtps://` addresses. `from` is such as `Shop <tickets@example.com>`. */
export function createMailer({ smtpUrl, from, fromName, needsTls = false, log, timeouts = TIMEOUTS }: MailerSettings): Mailer {
  // The pool retries a mail only before its first byte was sent.
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
    const { progress } = message.data as Partial<WithProgress>;
    message.message.processFunc((body: Readable) => {
      if (progress) progress.body = body;
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
      const progress: SendProgress = {};
      const tooLong = new AbortController();
      const timer = setTimeout(() => tooLong.abort(), timeouts.longestMs);
      try {
        const { to, subject, html, text, replyTo } = mail;
        const headers = { "Auto-Submitted": "auto-generated", ...mail.headers };
        const name = fromName?.();
        const message: WithProgress & SendMailOptions = {
          ...(name !== undefined && { from: { name, address } }),
          // An object, so that the address cannot contain a second one.
          to: { name: "", address: to },
          subject,
          text: mimePart("text/plain", text),
          html: mimePart("text/html", escapeNonAscii(html)),
          replyTo,
          headers,
          messageId,
          signal: tooLong.signal,
          progress,
        };
        const sent = await transport.sendMail(message);
        return ok({ accepted: sent.accepted, messageId });
      } catch (error) {
        const reason = reasonOf(error);
        const refused = { ...err(failureOf(reason, progress)), code: refusalCode(reason) };
        // Codes only: the server's text often repeats the address.
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

/** A MIME part of LF lines, as sent. The library's encoder would take a fifth of a mail's cost. */
function mimePart(type: "text/plain" | "text/html", content: string): { readonly raw: Buffer } {
  const isPlain =
    Buffer.byteLength(content) === content.length && content.split("\n").every(({ length }) => length <= LONGEST_LINE);
  const lines = content.replaceAll(/\r?\n/g, "\r\n");
  const [encoding, body] = isPlain ? ["7bit", lines] : ["quoted-printable", wrap(encode(lines))];
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  return { raw: Buffer.from(head + body, "latin1") };
}

/** Escapes non-ASCII characters, which is shorter than quoted-printable and passes every server. */
function escapeNonAscii(html: string): string {
  return html.replaceAll(/[\x80-\uffff]+/g, (letters) => Array.from(letters, (letter) => `&#${letter.codePointAt(0)};`).join(""));
}

/** Exactly one address, and no value that breaks out of its header. */
function isWellFormed(mail: Mail): boolean {
  const headers = Object.entries(mail.headers ?? {});
  const values = [mail.subject, mail.messageId, ...headers.map(([, value]) => value)];
  return (
    ADDRESS.test(mail.to) &&
    (mail.replyTo === undefined || ADDRESS.test(mail.replyTo)) &&
    headers.every(([name]) => HEADER_NAME.test(name)) &&
    !values.some((value) => LINE_BREAK.test(value)) &&
    !/[<>\s]/.test(mail.messageId)
  );
}

/** The stream of the mail's body, once it is being sent. */
type SendProgress = { body?: Readable };
type WithProgress = { readonly progress: SendProgress };

type Reason = { readonly code?: string; readonly command?: string; readonly responseCode?: number; readonly response?: string };

function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return {};
  const { code, command, responseCode, response }: Error & Reason = error;
  return { code, command, responseCode, response };
}

/** Classifies a failure. RFC 5321: a 5xx is permanent, except 503 (bad sequence of commands). */
function failureOf(reason: Reason, { body }: SendProgress): MailFailure {
  const { command = "", responseCode = 0 } = reason;
  if (MAIL_COMMANDS.test(command) && responseCode >= 500 && responseCode !== 503) {
    // RFC 3463: 5.1 is the address, 5.2.1 a disabled mailbox, 5.2.2 a full one, 5.3 and 5.7 concern servers.
    const status = enhancedStatus(reason);
    const isAddress = command === "RCPT TO" ? !/^5\.(3|7|2\.2)/.test(status) : /^5\.(1|2\.1)/.test(status);
    return isAddress ? "bounced" : "permanent";
  }
  return responseCode === 0 && body?.readableEnded ? "uncertain" : "temporary";
}

/** The server's codes, such as "550 5.1.1", or the error's, such as "ECONNECTION". */
function refusalCode(reason: Reason): string {
  if (!reason.responseCode) return reason.code ?? "unknown";
  return `${reason.responseCode} ${enhancedStatus(reason)}`.trim();
}

/** "5.1.1" of "550 5.1.1 no such user". */
function enhancedStatus({ response = "" }: Reason): string {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";
}
