/** Firefox (WebDriver BiDi) and WebKitGTK (classic WebDriver) behind one small interface. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#platform/free-port.fixture.ts";
import type { OtherBrowsers } from "../scripts/find-other-browsers.ts";

type Json = string | number | boolean | null;
/** Runs in the page, so it cannot use outer variables. */
type InPage<Args extends Json[], Result> = (...args: Args) => Result;

export type OtherBrowser = {
  /** Resolves after the load event. */
  goto(url: string): Promise<void>;
  evaluate<Args extends Json[], Result>(inPage: InPage<Args, Result>, ...args: Args): Promise<Result>;
  click<Args extends Json[]>(find: InPage<Args, Element | null | undefined>, ...args: Args): Promise<void>;
  type<Args extends Json[]>(text: string, find: InPage<Args, Element | null | undefined>, ...args: Args): Promise<void>;
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
};

/** The common part of both protocols. `run` returns JSON or an element reference. */
type Protocol<Reference> = {
  goto(url: string): Promise<void>;
  json(inPage: string, args: Json[]): Promise<unknown>;
  element(inPage: string, args: Json[]): Promise<Reference>;
  click(element: Reference): Promise<void>;
  type(element: Reference, text: string): Promise<void>;
  screenshot(): Promise<string>;
  close(): Promise<void>;
};

const START_MS = 60_000;

function overProtocol<Reference>(protocol: Protocol<Reference>): OtherBrowser {
  const find = async (inPage: (...args: never[]) => unknown, args: Json[]) => {
    const found = await protocol.element(
      `(...args) => {
      const element = (${inPage})(...args);
      if (!element) throw new Error("nothing is found by " + ${JSON.stringify(`${inPage} ${JSON.stringify(args)}`)});
      element.scrollIntoView({ block: "center", behavior: "instant" });
      return element;
    }`,
      args,
    );
    return found;
  };
  return {
    goto: protocol.goto,
    evaluate: async (inPage, ...args) => (await protocol.json(String(inPage), args)) as ReturnType<typeof inPage>,
    click: async (inPage, ...args) => protocol.click(await find(inPage, args)),
    async type(text, inPage, ...args) {
      const element = await find(inPage, args);
      await protocol.click(element);
      await protocol.type(element, text);
    },
    screenshot: async (file) => writeFile(file, Buffer.from(await protocol.screenshot(), "base64")),
    close: protocol.close,
  };
}

/** A program with a temporary profile, in a process group that ends with the tests. */
async function startProgram(path: string, args: (folder: string) => string[], env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), "concours-browser-"));
  const { PATH, LANG = "C.UTF-8" } = process.env;
  const child = spawn(path, args(folder), {
    detached: true,
    env: { PATH, LANG, HOME: folder, ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  };
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { child, stop };
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const timer = setTimeout(() => reject(new Error(`no ${pattern} within a minute:\n${lines.join("\n")}`)), START_MS);
    for (const stream of child.stdio.slice(1)) {
      if (!stream || !("read" in stream)) continue;
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        const found = pattern.exec(line);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1] ?? "");
      });
    }
    child.once("error", reject).once("exit", (code) => reject(new Error(`it ended with ${code}:\n${lines.join("\n")}`)));
  });
}

export async function openFirefox(path: string): Promise<OtherBrowser> {
  const { child, stop } = await startProgram(path, (folder) => [
    "--headless",
    "--no-remote",
    "--profile",
    folder,
    "--remote-debugging-port=0",
  ]);
  try {
    const address = await firstMatch(child, /WebDriver BiDi listening on (ws:\S+)/);
    return overProtocol(await bidi(`${address}/session`, stop));
  } catch (error) {
    await stop();
    throw error;
  }
}

type Node = { readonly sharedId: string };
type Evaluated = {
  readonly result: { readonly value?: string } & Partial<Node>;
  readonly exceptionDetails?: { readonly text: string };
};

async function bidi(address: string, stop: () => Promise<void>): Promise<Protocol<Node>> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === "error") asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result as never);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser has closed the connection"));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)), { once: true });
  });
  let count = 0;
  const send = <Result>(method: string, params: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send("session.new", { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  await send("browsingContext.setViewport", { context, viewport: { width: 390, height: 844 } });
  const call = async (functionDeclaration: string, args: Json[]) => {
    const { result, exceptionDetails } = await send<Evaluated>("script.callFunction", {
      functionDeclaration,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      awaitPromise: true,
      target: { context },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const perform = (...actions: object[]) => send("input.performActions", { context, actions });
  return {
    goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async json(inPage, args) {
      const { value } = await call(`(json) => JSON.stringify((${inPage})(...JSON.parse(json)))`, args);
      return value === undefined ? undefined : JSON.parse(value);
    },
    async element(inPage, args) {
      const { sharedId = "" } = await call(`(json) => (${inPage})(...JSON.parse(json))`, args);
      return { sharedId };
    },
    async click(element) {
      const origin = { type: "element", element };
      const press = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await perform({ type: "pointer", id: "mouse", actions: press });
    },
    async type(_element, text) {
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await perform({ type: "key", id: "keyboard", actions: keys });
    },
    screenshot: async () => (await send<{ data: string }>("browsingContext.captureScreenshot", { context })).data,
    async close() {
      await Promise.race([send("browser.close", {}).catch(() => undefined), sleep(3000)]);
      socket.close();
      await stop();
    },
  };
}

/** WebKitGTK's MiniBrowser on a virtual display. Its window is at least 447 px wide. */
export async function openWebKit({ driver, browser, display }: NonNullable<OtherBrowsers["webkit"]>): Promise<OtherBrowser> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const screen = await startProgram(display, () => ["-displayfd", "3", "-screen", "0", "800x1000x24", "-nolisten", "tcp"]);
    stops.push(screen.stop);
    const number = await firstMatch(screen.child, /^(\d+)$/);
    const port = await freePort();
    const env = { DISPLAY: `:${number}`, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", LIBGL_ALWAYS_SOFTWARE: "1" };
    const server = await startProgram(driver, () => [`--port=${port}`], env);
    stops.push(server.stop);
    return overProtocol(await webDriver(`http://127.0.0.1:${port}`, browser, stop));
  } catch (error) {
    await stop();
    throw error;
  }
}

const REFERENCE = "element-6066-11e4-a52e-4f735466cecf";
type Reference = { readonly [REFERENCE]: string };

async function webDriver(server: string, binary: string, stop: () => Promise<void>): Promise<Protocol<Reference>> {
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const reply = await fetch(`${server}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await reply.json()) as { value: Value & { error?: string; message?: string } };
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (const until = Date.now() + START_MS; ; await sleep(100)) {
    const isReady = await ask<{ ready: boolean }>("GET", "/status").then(
      ({ ready }) => ready,
      () => false,
    );
    if (isReady) break;
    if (Date.now() > until) throw new Error("WebKit's driver does not answer");
  }
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: options } });
  const session = `/session/${sessionId}`;
  const run = <Value>(script: string, args: Json[]) => ask<Value>("POST", `${session}/execute/sync`, { script, args });
  await ask("POST", `${session}/window/rect`, { width: 447, height: 900 });
  return {
    goto: async (url) => void (await ask("POST", `${session}/url`, { url })),
    json: (inPage, args) => run(`return (${inPage})(...arguments);`, args),
    element: (inPage, args) => run(`return (${inPage})(...arguments);`, args),
    click: async ({ [REFERENCE]: id }) => void (await ask("POST", `${session}/element/${id}/click`, {})),
    type: async ({ [REFERENCE]: id }, text) => void (await ask("POST", `${session}/element/${id}/value`, { text })),
    screenshot: () => ask("GET", `${session}/screenshot`),
    async close() {
      await Promise.race([ask("DELETE", session).catch(() => undefined), sleep(3000)]);
      await stop();
    },
  };
}
