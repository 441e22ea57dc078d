/**
 * The demonstration's mail server: accepts every mail over SMTP, stores it as a file, and lists the files.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A mail in a list. */
export type MailSummary = {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Bytes on the wire. */
  readonly size: number;
};
/** A mail with its content. */
export type CaughtMail = MailSummary & {
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
};
export type MailPage = {
  readonly mails: readonly MailSummary[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
};

/** Reads the stored mails. */
export type Mailbox = {
  /** Newest first, 20 a page, pages counted from 1. A page beyond the last is empty. */
  list(options?: { page?: number }): Promise<MailPage>;
  get(id: string): Promise<CaughtMail | undefined>;
  /** The HTML part as sent: show it only in a sandbox. */
  html(id: string): Promise<string | undefined>;
  count(): Promise<number>;
};

export type MailCatcher = Mailbox & {
  readonly smtpUrl: string;
  stop(): Promise<void>;
};

const PAGE_SIZE = 20;
const MAX_BYTES = 10 * 1024 * 1024;
/**
 * A mail's id and file name: the time of arrival (UTC, to the millisecond), a counter, and random digits.
 * Sorts by age.
 */
const ID = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{3})-[0-9]{6}-[0-9a-f]{8}$/;

/** Listens on the loopback interface only, and accepts every recipient. */
export async function startMailCatcher({ folder, port }: { folder: string; port: number }): Promise<MailCatcher> {
  await mkdir(folder, { recursive: true });
  let count = 0;

  const store = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (stream.sizeExceeded) throw Object.assign(new Error("Too large"), { responseCode: 552 });
    const stamp = new Date().toISOString().replace(/\D/g, "");
    const id = `${stamp}-${String(count++ % 1_000_000).padStart(6, "0")}-${randomBytes(4).toString("hex")}`;
    const { mailFrom, rcptTo } = session.envelope;
    const envelopeHeaders = [
      `Return-Path: <${mailFrom ? mailFrom.address : ""}>`,
      ...rcptTo.map((to) => `Delivered-To: ${to.address}`),
    ];
    const draft = join(folder, `.${id}`);
    await writeFile(draft, Buffer.concat([Buffer.from(`${envelopeHeaders.join("\r\n")}\r\n`), ...chunks]));
    await rename(draft, join(folder, `${id}.eml`));
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    // Idle connections must not delay the shop's stop.
    closeTimeout: 500,
    // Confirms with "250" once the mail is on disk.
    onData: (stream, session, done) => void store(stream, session).then(() => done(), done),
  });
  // An aborted connection must not end the process.
  server.on("error", () => {});
  await listen(server, port);

  return {
    ...openMailbox(folder),
    smtpUrl: `smtp://127.0.0.1:${portOf(server)}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The mails in a folder, independent of the process that catches them. */
export function openMailbox(folder: string): Mailbox {
  const ids = async () => {
    const names = await readdir(folder);
    return names
      .filter((name) => name.endsWith(".eml"))
      .map((name) => name.slice(0, -".eml".length))
      .filter((id) => ID.test(id))
      .sort()
      .reverse();
  };
  const open = async (id: string) => {
    if (!ID.test(id)) return undefined;
    const file = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
    return file && parse(id, file);
  };

  return {
    async list({ page = 1 } = {}) {
      const all = await ids();
      const mails = await Promise.all(all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(open));
      return {
        mails: mails.filter((mail) => mail !== undefined).map(summaryOf),
        page,
        pages: Math.ceil(all.length / PAGE_SIZE),
        total: all.length,
      };
    },
    get: open,
    html: async (id) => (await open(id))?.html,
    count: async () => (await ids()).length,
  };
}

async function parse(id: string, file: Buffer): Promise<CaughtMail> {
  const mail = await PostalMime.parse(file);
  return {
    id,
    receivedAt: new Date(
      id.replace(
        ID,
        (_, year, month, day, hour, minute, second, ms) => `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`,
      ),
    ),
    from: mail.from ? format(mail.from) : "",
    to: (mail.to ?? []).map(format).join(", "),
    subject: mail.subject ?? "",
    size: file.byteLength,
    messageId: mail.messageId ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  };
}

function summaryOf({ id, receivedAt, from, to, subject, size }: CaughtMail): MailSummary {
  return { id, receivedAt, from, to, subject, size };
}

function format({ name, address, group }: Address): string {
  if (group) return group.map(format).join(", ");
  return name ? `${name} <${address}>` : address;
}

function listen(server: SMTPServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.server.removeListener("error", reject);
      resolve();
    });
  });
}

function portOf(server: SMTPServer): number {
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mail catcher listens on no port");
  return address.port;
}
