/** Sends mail over SMTP, on connections that stay open, and tells a refusal for good from one that is worth another try. */
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { err, ok, type Result } from "#shared/result.ts";

/** One mail to one person. */
export type Mail = {
  /** A bare address, such as `amelia.reed@example.com`. */
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /**
   * The same for each repeat of the same mail, so that a reader who gets it twice sees it once:
   * `order-confirmation.{order id}`; the sender's domain is added where there is no `@`.
   */
  readonly messageId: string;
  readonly replyTo?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What the mail server took over. `messageId` is as the header carries it, in angle brackets. */
export type SentMail = { readonly accepted: readonly string[]; readonly messageId: string };

export type Mailer = {
  /**
   * @returns once the server has taken the mail over. `permanent`: this mail will never be accepted (the server says 5xx to its
   *          address or content, or a header would break in two); `temporary`: anything else, try again later
   */
  send(mail: Mail): Promise<Result<SentMail, "temporary" | "permanent">>;
  /** Ends the connections; what is being sent is sent. */
  close(): Promise<void>;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const BREAKS_A_HEADER = /[\r\n\0]/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** Only here does a 5xx speak of the mail; at the greeting or the login it speaks of us. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)/;

/**
 * A mailer for `smtp://` and `smtps://` addresses, with user and password inside where the server wants them.
 *
 * @param from who writes, such as `Concours <tickets@concours.test>`
 */
export function createMailer({ smtpUrl, from, log }: { smtpUrl: string; from: string; log?: Logger }): Mailer {
  const transport = createTransport(
    {
      pool: true,
      url: smtpUrl,
      maxConnections: 4,
      maxMessages: 500,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

  return {
    async send(mail) {
      if (!isWellFormed(mail)) return err("permanent");
      const messageId = `<${mail.messageId.includes("@") ? mail.messageId : `${mail.messageId}@${domain}`}>`;
      try {
        const { to, subject, html, text, replyTo } = mail;
        const headers = { "Auto-Submitted": "auto-generated", ...mail.headers };
        // As an object, so that nothing inside the address can name a second one.
        const sent = await transport.sendMail({
          to: { name: "", address: to },
          subject,
          html,
          text,
          replyTo,
          headers,
          messageId,
        });
        return ok({ accepted: sent.accepted, messageId });
      } catch (error) {
        const reason = reasonOf(error);
        const refusal = isForGood(reason) ? "permanent" : "temporary";
        // Codes only: the server's words often repeat the address.
        log?.warn({ messageId, refusal, ...reason }, "mail not sent");
        return err(refusal);
      }
    },
    async close() {
      transport.close();
    },
  };
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

type Reason = { readonly code?: string; readonly command?: string; readonly responseCode?: number };

function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return {};
  const { code, command, responseCode }: Error & Reason = error;
  return { code, command, responseCode };
}

/** RFC 5321: 5xx would be answered again, but for 503, which speaks of the order of commands. */
function isForGood({ command = "", responseCode = 0 }: Reason): boolean {
  return ABOUT_THE_MAIL.test(command) && responseCode >= 500 && responseCode !== 503;
}
