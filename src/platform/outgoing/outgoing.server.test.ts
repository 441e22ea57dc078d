/** Requests to addresses typed in by staff reach the public network and never the private one. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { createOutgoing, type Sent } from "./outgoing.server.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.server.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: RequestListener): Promise<{ url: string; port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(request.url ?? "");
    answer(request, reply);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, requests };
}

const demo = createOutgoing({ allowLoopback: true, timeoutMs: 300 });
const shop = createOutgoing({ allowLoopback: false });
const message = (url: string) => ({ url, headers: { "Content-Type": "application/json" }, body: "{}" });
const failure = ({ end }: Sent) => (end.status === undefined ? end.failure : end.status);

describe("an address", () => {
  it.each([
    ["8.8.8.8", true],
    ["2606:4700:4700::1111", true],
    ["127.0.0.1", false],
    ["10.1.2.3", false],
    ["100.64.0.1", false],
    ["169.254.169.254", false],
    ["172.31.255.255", false],
    ["192.168.1.1", false],
    ["0.0.0.0", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["::", false],
    ["::1", false],
    ["::ffff:127.0.0.1", false],
    ["::ffff:8.8.8.8", false],
    ["64:ff9b::7f00:1", false],
    ["2002:7f00:1::", false],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", false],
    ["fe80::1", false],
    ["fd00::1", false],
    ["ff02::1", false],
    ["fec0::1", false],
    ["not an address", false],
  ])("%s is public: %s", (address, is) => {
    expect(isPublicAddress(address)).toBe(is);
  });

  it("of this machine is recognised in each of its spellings", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1"].every(isLoopbackAddress)).toBe(true);
    expect(["::ffff:127.0.0.1", "10.0.0.1", "0.0.0.0", "localhost"].some(isLoopbackAddress)).toBe(false);
  });

  it.each([
    ["https://crm.example/hook", undefined],
    ["https://crm.example:8443/hook", undefined],
    ["http://crm.example/hook", "not_https"],
    ["https://crm.example:22/", "port"],
    ["https://a:b@crm.example/", "credentials"],
    ["ftp://crm.example/", "malformed"],
    ["crm.example", "malformed"],
    ["https://localhost/", "private_address"],
    ["https://localhost./", "private_address"],
    ["https://127.0.0.1/", "private_address"],
    ["https://2130706433/", "private_address"],
    ["https://0x7f.1/", "private_address"],
    ["https://0177.0.0.1/", "private_address"],
    ["https://[::1]/", "private_address"],
    ["https://[::ffff:127.0.0.1]/", "private_address"],
    ["https://[::ffff:7f00:1]/", "private_address"],
    ["https://169.254.169.254/latest/meta-data", "private_address"],
    ["https://[fd00::1]/", "private_address"],
  ])("%s is refused for: %s", (url, refusal) => {
    expect(shop.refusalOf(url)).toBe(refusal);
  });

  it("of this machine is permitted in a demonstration, and no other private one", () => {
    expect(demo.refusalOf("http://localhost:3999/hook")).toBeUndefined();
    expect(demo.refusalOf("http://127.0.0.1:3999/hook")).toBeUndefined();
    expect(demo.refusalOf("http://10.0.0.1/hook")).toBe("private_address");
    expect(demo.refusalOf("http://crm.example/hook")).toBe("not_https");
  });
});

describe("a name", () => {
  const standsFor = (...addresses: string[]) =>
    createOutgoing({
      allowLoopback: false,
      lookup: (_, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        ),
    });

  it.each([["127.0.0.1"], ["10.0.0.7"], ["169.254.169.254"], ["::1"], ["::ffff:127.0.0.1"]])(
    "that stands for %s is not connected to",
    async (address) => {
      expect(failure(await standsFor(address).post(message("https://crm.example/hook")))).toBe("private_address");
    },
  );

  it("with a private address among public ones is refused", async () => {
    expect(failure(await standsFor("93.184.216.34", "127.0.0.1").post(message("https://crm.example/")))).toBe("private_address");
  });

  it("is resolved once for each message, and the checked address is the one connected to", async () => {
    const here = await receiver((_, reply) => reply.end("heard"));
    const answers = ["127.0.0.1", "10.0.0.1", "127.0.0.1"];
    let requests = 0;
    const rebinding = createOutgoing({
      allowLoopback: true,
      lookup: (_, done) => done(null, [{ address: answers[requests++] ?? "", family: 4 }]),
    });
    const named = message(`http://localhost:${here.port}/`);
    expect(failure(await rebinding.post(named))).toBe(200);
    expect(requests).toBe(1);
    expect(failure(await rebinding.post(named))).toBe("private_address");
    expect(requests).toBe(2);
    expect(here.requests).toHaveLength(1);
  });

  it("that does not exist is unresolved", async () => {
    const unknown = createOutgoing({
      allowLoopback: false,
      lookup: (_, done) => done(Object.assign(new Error("?"), { code: "ENOTFOUND" }), []),
    });
    expect(failure(await unknown.post(message("https://nobody.example/")))).toBe("unresolved");
  });
});

describe("a reply", () => {
  it("is returned with its status and its first kilobyte", async () => {
    const endless = await receiver((_, reply) => {
      reply.writeHead(200);
      const pour = () => {
        while (!reply.destroyed && reply.write("x".repeat(65_536)));
        if (!reply.destroyed) reply.once("drain", pour);
      };
      pour();
    });
    const { end } = await demo.post(message(endless.url));
    expect(end).toEqual({ status: 200, reply: "x".repeat(1024) });
  });

  it("that redirects is not followed", async () => {
    const inner = await receiver((_, reply) => reply.end("secret"));
    const outer = await receiver((_, reply) => reply.writeHead(307, { Location: inner.url }).end());
    expect(failure(await demo.post(message(outer.url)))).toBe(307);
    expect(inner.requests).toEqual([]);
  });

  it("that never comes, or never ends, is a time-out", async () => {
    const silent = await receiver(() => undefined);
    const slow = await receiver((_, reply) => void reply.writeHead(200).write("…"));
    expect(failure(await demo.post(message(silent.url)))).toBe("timeout");
    expect(failure(await demo.post(message(slow.url)))).toBe("timeout");
  });

  it("is unreachable from a closed port", async () => {
    const gone = await receiver((_, reply) => reply.end());
    servers.pop()?.close();
    expect(failure(await demo.post(message(gone.url)))).toBe("unreachable");
  });

  it("is stored without characters that PostgreSQL refuses", async () => {
    const odd = await receiver((_, reply) => reply.end(Buffer.from([0x61, 0, 0xff, 0x62])));
    expect((await demo.post(message(odd.url))).end).toEqual({ status: 200, reply: "a\ufffdb" });
  });
});
