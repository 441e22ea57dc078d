/** A trace collector for OTLP over HTTP, which parses what the tests need (opentelemetry-proto, trace/v1). */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

export type CollectedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
  /** 2 is an error. */
  readonly status: number;
};

export type Collector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly everything: string;
  stop(): Promise<void>;
};

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const packed = await buffer(incoming);
    const body = incoming.headers["content-encoding"] === "gzip" ? gunzipSync(packed) : packed;
    bodies.push(body);
    if (incoming.url === "/v1/traces") spans.push(...readSpans(body));
    outgoing.writeHead(200, { "Content-Type": "application/x-protobuf" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get everything() {
      return Buffer.concat(bodies).toString("latin1");
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Field = { readonly id: number; readonly bytes: Buffer; readonly number: number };

/** The fields of one protobuf message. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag & 7;
    const isNumber = wire === 0;
    const number = isNumber ? varint() : 0;
    const length = isNumber ? 0 : wire === 1 ? 8 : wire === 5 ? 4 : varint();
    fields.push({ id: tag >>> 3, bytes: message.subarray(at, at + length), number });
    at += length;
  }
  return fields;
}

const inside = (message: Buffer | undefined, id: number) =>
  (message ? fieldsOf(message) : []).filter((field) => field.id === id).map(({ bytes }) => bytes);
const textOf = (message: Buffer, id: number) => inside(message, id)[0]?.toString() ?? "";

function factsOf(pairs: readonly Buffer[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value] = inside(pair, 2).flatMap(fieldsOf);
      return [textOf(pair, 1), value?.id === 1 ? value.bytes.toString() : String(value?.number)];
    }),
  );
}

function readSpans(request: Buffer): CollectedSpan[] {
  return inside(request, 1).flatMap((resourceSpans) => {
    const service = factsOf(inside(inside(resourceSpans, 1)[0], 1))["service.name"] ?? "";
    const spans = inside(resourceSpans, 2).flatMap((scope) => inside(scope, 2));
    return spans.map((span) => ({
      service,
      traceId: inside(span, 1)[0]?.toString("hex") ?? "",
      spanId: inside(span, 2)[0]?.toString("hex") ?? "",
      parentId: inside(span, 4)[0]?.toString("hex") ?? "",
      name: textOf(span, 5),
      facts: factsOf(inside(span, 9)),
      status: fieldsOf(inside(span, 15)[0] ?? Buffer.alloc(0)).find(({ id }) => id === 3)?.number ?? 0,
    }));
  });
}
