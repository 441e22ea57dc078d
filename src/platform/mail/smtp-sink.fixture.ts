/** A real SMTP server on loopback that counts accepted mails and fails in configurable ways. */
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/**
 * How the server fails. `busy`: 450 to the recipient. `unknown`: 550 5.1.1 to the recipient. `full`: 452
 * after the content. `spam`: 554 after the content. `closeConnection`: closes before the content. `cut`:
 * closes within it. `taken, unsaid`: accepts the mail, then closes without a reply. `silent`: accepts it
 * and never replies.
 */
export type SinkFault = "busy" | "unknown" | "full" | "spam" | "closeConnection" | "cut" | "taken, unsaid" | "silent";

/** An accepted mail, as sent. */
export type SinkMail = { readonly to: string; readonly raw: string };

/** `accepted`: the number of accepted mails by recipient. `mails`: the mails themselves, if kept. */
export type SmtpSink = {
  readonly url: string;
  readonly accepted: Map<string, number>;
  readonly mails: SinkMail[];
  close(): Promise<void>;
};

/** @param options.fault called for each attempt; `n` counts the attempts for that address from 1 */
export async function startSmtpSink(
  options: {
    readonly keep?: boolean;
    readonly port?: number;
    readonly fault?: (to: string, n: number) => SinkFault | undefined;
  } = {},
): Promise<SmtpSink> {
  const accepted = new Map<string, number>();
  const tries = new Map<string, number>();
  const mails: SinkMail[] = [];
  const connections = new Map<number, Socket>();
  const faults = new Map<string, SinkFault | undefined>();
  const terminate = (session: SMTPServerSession) => connections.get(session.remotePort)?.destroy();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 50,
    onRcptTo({ address }, session, done) {
      const n = (tries.get(address) ?? 0) + 1;
      tries.set(address, n);
      const fault = options.fault?.(address, n);
      faults.set(session.id, fault);
      if (fault === "busy") return done(answer(450, "4.2.0 come back later"));
      if (fault === "unknown") return done(answer(550, "5.1.1 no such user"));
      if (fault === "closeConnection") return void terminate(session);
      done();
    },
    onData(stream, session, done) {
      const fault = faults.get(session.id);
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        if (fault === "cut") terminate(session);
        else if (options.keep) chunks.push(chunk);
      });
      stream.on("end", () => {
        if (fault === "full") return done(answer(452, "4.3.1 no room"));
        if (fault === "spam") return done(answer(554, "5.6.0 not this"));
        const to = session.envelope.rcptTo[0]?.address ?? "";
        accepted.set(to, (accepted.get(to) ?? 0) + 1);
        if (options.keep) mails.push({ to, raw: Buffer.concat(chunks).toString("latin1") });
        if (fault === "taken, unsaid") terminate(session);
        else if (fault !== "silent") done();
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    connections.set(remotePort, socket);
    socket.once("close", () => connections.delete(remotePort));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The sink listens on no port");

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    accepted,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
