/**
 * The configurations in deploy/ for Varnish and nginx, in front of two fake shops. Skipped if not installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "#platform/free-port.fixture.ts";

const DEPLOY = join(import.meta.dirname, "../../../deploy");
const isHere = (program: string) => spawnSync(program, [program === "nginx" ? "-v" : "-V"]).error === undefined;
const DRAW = "3f2b8f2e-0000-4000-8000-000000000001";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function standIn(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "concours-proxy-"));
  // They run as users of their own.
  await chmod(folder, 0o755);
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  closers.push(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error((await said).join(""));
    await pause(50);
  }
}

/** The raw reply, one header a line. */
async function ask(port: number, path: string, headers: readonly string[] = [], method = "GET"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[`${method} ${path} HTTP/1.1`, "Host: shop.test", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe.skipIf(!isHere("varnishd"))("Varnish", () => {
  async function varnish(answer: RequestListener): Promise<number> {
    const [shop, port, folder] = [await standIn(answer), await freePort(), await newFolder()];
    const vcl = await readFile(join(DEPLOY, "varnish/concours.vcl"), "utf8");
    const file = join(folder, "concours.vcl");
    await writeFile(file, vcl.replace('"3000"', `"${shop}"`));
    const args = ["-F", "-n", join(folder, "work"), "-a", `127.0.0.1:${port}`, "-f", file, "-s", "malloc,16m", "-T", "none"];
    await start("varnishd", args, port);
    return port;
  }
  const pages: RequestListener = ({ url = "", headers }, reply) => {
    const who = /session=(\w+)/.exec(headers.cookie ?? "")?.[1];
    reply.setHeader("Cache-Control", who ? "no-store" : "private, no-cache").end(`${url} for ${who ?? "all visitors"}.`);
  };
  const send = (port: number, path: string, cookies: readonly string[]) =>
    ask(
      port,
      path,
      cookies.map((each) => `Cookie: ${each}`),
    );

  it(
    "serves signed-in visitors the shared page, and passes personal requests on",
    {
      timeout: 30_000,
    },
    async () => {
      const port = await varnish(pages);
      const own = ["session=ada", "lang=fr; signed-in=1"];
      for (const path of ["/", `/lottery/${DRAW}`, `/lottery/${DRAW}?lng=fr`]) {
        for (const cookies of [own, ["signed-in=0; __Host-session=ada; flash=x"], ["lang=fr", "x=1"], []])
          expect(await send(port, path, cookies)).toContain("for all visitors.");
      }
      for (const path of ["/api/me", "/profile", "/about"]) expect(await send(port, path, own)).toContain(`${path} for ada.`);
    },
  );

  it("passes on a session without the hint, in any header line", { timeout: 30_000 }, async () => {
    const port = await varnish(pages);
    expect(await send(port, "/", [])).toContain("for all visitors.");
    for (const cookies of [
      ["lang=fr", "session=ada"],
      ["session=ada", "lang=fr"],
      ["lang=fr; x=1", "__Host-session=ada"],
    ])
      expect(await send(port, "/", cookies)).toContain("for ada.");
    expect(await send(port, "/", [])).toContain("for all visitors.");
  });

  it("requests a page once for all links with advertising parameters", { timeout: 30_000 }, async () => {
    const seen: string[] = [];
    const port = await varnish(({ url = "" }, reply) => {
      if (url !== "/healthz") seen.push(url);
      reply.setHeader("Cache-Control", "private, no-cache").end("page");
    });
    const draw = `/lottery/${DRAW}`;
    const links = ["", "?", "?fbclid=1", "?utm_source=a&utm_medium=b", "?LNG=fr", "?Quantity=2", "?fbclid=page=2", "?my_code=1"];
    await Promise.all(links.map((link) => ask(port, draw + link)));
    expect(new Set(seen)).toEqual(new Set([draw]));
    // Two at most: the cached page lasts for a second.
    expect(seen.length).toBeLessThanOrEqual(2);
    for (const [link, asked] of [
      ["?fbclid=1&lng=fr&b=2", "?lng=fr"],
      ["?lng=en&gclid=2", "?lng=en"],
      ...["?a=1&quantity=5", "?code=VIP", "?%6Cng=fr", "?lng=fr&lng=keep", "?lng=fr&a=1&lng=en", "?lng=pl&a=1", "?lng"].map(
        (each) => [each, each],
      ),
    ]) {
      seen.length = 0;
      await ask(port, draw + link);
      expect(seen).toEqual([draw + asked]);
    }
  });

  it("caches preview pictures whose address names the language, and no others", { timeout: 30_000 }, async () => {
    let asked = 0;
    const port = await varnish(({ url }, reply) => {
      asked += 1;
      reply.setHeader("Cache-Control", `${url?.includes("lng=") ? "public" : "private"}, max-age=3600`).end("png");
    });
    const before = asked;
    for (let i = 0; i < 3; i++) await ask(port, "/og/shop.png?lng=fr");
    expect(asked - before).toBe(1);
    for (let i = 0; i < 3; i++) await ask(port, "/og/shop.png");
    expect(asked - before).toBe(4);
  });
});

describe.skipIf(!isHere("nginx"))("nginx", () => {
  async function nginx(...answers: readonly RequestListener[]): Promise<number> {
    const [port, folder] = [await freePort(), await newFolder()];
    const shops = await Promise.all(answers.map(standIn));
    const written = await readFile(join(DEPLOY, "nginx/concours.conf"), "utf8");
    const [upstream = "", , https = ""] = written.split(/^(?=upstream|server)/m).slice(1);
    const conf = `${upstream.replace(/^ +server .*$/m, shops.map((shop) => `    server 127.0.0.1:${shop} max_fails=1 fail_timeout=2s;`).join("\n"))}
      ${https.replace(/^ +(?:listen|ssl_).*$/gm, "").replace("server {", `server {\n    listen 127.0.0.1:${port};`)}`;
    const file = join(folder, "nginx.conf");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((each) => `${each}_temp_path ${folder}/${each};`);
    await writeFile(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {} http { access_log off; ${temporary.join(" ")} ${conf} }`,
    );
    await start("nginx", ["-p", folder, "-c", file], port);
    return port;
  }
  const only =
    (file: string): RequestListener =>
    ({ url }, reply) =>
      reply.writeHead(url === file || url === "/healthz" ? 200 : 404).end(`by the one with ${file}`);

  it("limits forms by client address, and nothing else", { timeout: 30_000 }, async () => {
    let forms = 0;
    const port = await nginx(({ method }, reply) => {
      if (method === "POST") forms += 1;
      reply.end("shop");
    });
    const send = (path: string) => ask(port, path, ["Content-Length: 0"], "POST");
    const replies = await Promise.all(Array.from({ length: 120 }, () => send("/login")));
    expect(replies.filter((reply) => reply.includes(" 429 ")).length).toBe(120 - forms);
    expect(forms).toBeGreaterThanOrEqual(60);
    expect(forms).toBeLessThan(110);
    for (const reply of [await send("/api/payments/webhook"), await ask(port, "/login")]) expect(reply).toContain("200 OK");
  });

  it("retries a missing file at the other process, and nothing else", { timeout: 30_000 }, async () => {
    const port = await nginx(only("/assets/old.js"), only("/assets/new.js"));
    for (let i = 0; i < 4; i++)
      for (const file of ["/assets/old.js", "/assets/new.js"]) expect(await ask(port, file)).toContain(`by the one with ${file}`);
    expect(await ask(port, "/assets/none.js")).toContain("404 Not Found");
    const pages = await Promise.all(Array.from({ length: 8 }, () => ask(port, "/lottery/none")));
    for (const page of pages) expect(page).toContain("404 Not Found");
    // A 404 must not mark a server as down.
    expect(await ask(port, "/assets/old.js")).toContain("200 OK");
    expect(await ask(port, "/metrics")).not.toContain("by the one");
  });
});
