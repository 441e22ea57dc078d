/** A receiver of webhooks for tests, which verifies them as docs/api.md describes. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message. `isSigned`: one of its signatures is valid. */
export type Received = {
  readonly id: string;
  readonly isSigned: boolean;
  readonly signatures: number;
  readonly type: string;
  readonly sequence: number;
  readonly data: Record<string, unknown>;
  /** Present in test mode only. */
  readonly test?: true;
};
export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** The receiver's response from now on; no response if it does nothing. */
  answer: (reply: ServerResponse) => void;
  secret: string;
  close(): Promise<void>;
};

/** Starts a receiver that replies 204. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string) => String(request.headers[name] ?? "");
      const { type, sequence, data, test } = JSON.parse(body);
      const signatures = header("webhook-signature").split(" ");
      receiver.received.push({
        id: header("webhook-id"),
        isSigned: isSigned(receiver.secret, header, body),
        signatures: signatures.length,
        type,
        sequence,
        data,
        test,
      });
      receiver.answer(reply);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (reply) => void reply.writeHead(204).end(),
    secret: "",
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return receiver;
}

function isSigned(secret: string, header: (name: string) => string, body: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${header("webhook-id")}.${header("webhook-timestamp")}.${body}`;
  const expected = createHmac("sha256", key).update(text).digest();
  return header("webhook-signature")
    .split(" ")
    .map((each) => Buffer.from(each.replace("v1,", ""), "base64"))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
