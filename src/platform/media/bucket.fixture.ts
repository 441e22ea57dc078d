/** A server with the subset of S3 that the shop uses, and with configurable faults. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bucket } from "../env/env.server.ts";

/**
 * How a request fails. `refuse`: 403. `busy`: 503. `cut`: half of the body, then the connection closes.
 * `silent`: no reply. `late`: a delayed reply.
 */
export type Fault = "refuse" | "busy" | "cut" | "silent" | "late";
/**
 * A running server. `objects`: the stored files by name; `requests`: methods and names of all requests, in
 * order.
 */
export type FakeBucket = {
  readonly bucket: Bucket;
  readonly objects: Map<string, { body: Buffer; type: string | undefined; at: Date }>;
  /** Methods and names of all requests, in order. */
  readonly requests: string[];
  /** The fault of each request from now on. */
  fault: (method: string, name: string) => Fault | undefined;
  close(): Promise<void>;
};

const MOST_LISTED = 1000;
const LATE_MS = 200;

export async function startFakeBucket(): Promise<FakeBucket> {
  const objects: FakeBucket["objects"] = new Map();
  const requests: string[] = [];
  const server = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server has a port");
  const fake: FakeBucket = {
    bucket: {
      name: "pictures",
      endpoint: `http://127.0.0.1:${address.port}`,
      region: "eu-west-2",
      keys: { accessKeyId: "key", secretAccessKey: "secret" },
      pathStyle: true,
    },
    objects,
    requests,
    fault: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://fake");
    const [, bucket = "", name = ""] = url.pathname.split("/");
    const method = request.method ?? "GET";
    requests.push(`${method} ${name}`);
    const fault = fake.fault(method, name);
    if (fault === "silent") return;
    if (fault === "late") await sleep(LATE_MS);
    const body = Buffer.concat(await request.toArray());
    if (fault === "refuse") return replyWith(reply, 403, "AccessDenied");
    if (fault === "busy") return replyWith(reply, 503, "SlowDown");
    if (bucket !== "pictures") return replyWith(reply, 404, "NoSuchBucket");
    if (name === "") return list(reply, url.searchParams);
    if (method === "PUT") {
      if (fault === "cut") return void reply.destroy();
      objects.set(name, { body, type: request.headers["content-type"], at: new Date() });
      return void reply.end();
    }
    if (method === "DELETE") {
      objects.delete(name);
      return void reply.writeHead(204).end();
    }
    const found = objects.get(name);
    if (!found) return replyWith(reply, 404, method === "HEAD" ? "" : "NoSuchKey");
    reply.writeHead(200, { "Content-Length": found.body.length, "Content-Type": found.type ?? "" });
    if (method === "HEAD") return void reply.end();
    if (fault !== "cut") return void reply.end(found.body);
    reply.write(found.body.subarray(0, found.body.length / 2), () => reply.destroy());
  }

  /** One page of at most 1,000 objects. */
  function list(reply: ServerResponse, query: URLSearchParams): void {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()].sort().filter((name) => name > after);
    const page = names.slice(0, MOST_LISTED);
    const contents = page.map(
      (name) => `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.at.toISOString()}</LastModified></Contents>`,
    );
    const next = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    reply.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
    );
  }
  return fake;
}

function replyWith(reply: ServerResponse, status: number, code: string): void {
  reply
    .writeHead(status, { "Content-Type": "application/xml" })
    .end(code && `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
