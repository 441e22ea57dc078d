/** The page's side of a check: the worker gets one list after the other. */
import { expect, it, vi } from "vitest";
import type { CheckEvent } from "../../rules/check-state.ts";
import type { ShownFacts } from "../../rules/shown-facts.ts";
import type { FromWorker, ToWorker } from "./check-messages.ts";
import { createDrawChecker } from "./draw-checker.ts";

const SHOWN = {} as ShownFacts;

/** A stub of the worker that records its messages. */
class SpokenTo extends EventTarget {
  static readonly told: ToWorker["kind"][] = [];

  postMessage({ kind }: ToWorker): void {
    SpokenTo.told.push(kind);
    const answers: Partial<Record<ToWorker["kind"], readonly FromWorker[]>> = {
      listed: [{ kind: "read" }],
      verify: [{ kind: "step", result: { step: "entries", verdict: "agrees", facts: [] } }, { kind: "verified" }],
      find: [{ kind: "found", found: { in: "bad_list" } }],
    };
    for (const data of answers[kind] ?? []) queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate(): void {}
}

it("a ticket search and a check that start before the list has arrived do not mix lists", async () => {
  const pieces: (() => void)[] = [];
  vi.stubGlobal("Worker", SpokenTo);
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith(".csv")) return new Response("{}");
    const slowly = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
        pieces.push(() => {
          controller.enqueue(new Uint8Array(1));
          controller.close();
        });
      },
    });
    return new Response(slowly);
  });
  const checker = createDrawChecker("/draws/x", () => undefined);
  const found = checker.find(SHOWN, { number: 1 }, () => undefined);
  await vi.waitFor(() => expect(SpokenTo.told).toContain("piece"));
  const events: string[] = [];
  const checked = checker.check(SHOWN, ({ kind }) => events.push(kind));
  // The list that was requested first arrives last.
  const arriving = setInterval(() => pieces.pop()?.(), 20);
  expect(await found).toEqual({ in: "bad_list" });
  await checked;
  clearInterval(arriving);
  expect(events[0]).toBe("begin");
  expect(events.at(-1)).toBe("end");
  const list = ["list", "piece", "piece", "listed"];
  expect(SpokenTo.told).toEqual([...list, "find", ...list, "verify"]);
  checker.close();
  vi.unstubAllGlobals();
});

it("a picture missing in a briefly closed shop does not fail the check; a deleted one does", async () => {
  vi.stubGlobal("Worker", SpokenTo);
  const prize = JSON.stringify({ pictures: [{ url: "/media/0a", files: { "480.jpg": "00" } }] });
  for (const [status, last] of [
    [503, "fail"],
    [404, "end"],
  ] as const) {
    vi.stubGlobal("fetch", async (address: string) =>
      address.startsWith("/media/") ? new Response("", { status }) : new Response(JSON.stringify({ prize })),
    );
    const events: string[] = [];
    await createDrawChecker("/draws/x", () => undefined).check(SHOWN, ({ kind }) => events.push(kind));
    expect(events.at(-1)).toBe(last);
  }
  vi.unstubAllGlobals();
});

it("a check aborted by a missing picture does not affect the next one, which reports each step once", async () => {
  vi.stubGlobal("Worker", SpokenTo);
  const prize = JSON.stringify({ pictures: [{ url: "/media/0a", files: { "480.jpg": "00" } }] });
  let status = 503;
  vi.stubGlobal("fetch", async (address: string) =>
    address.startsWith("/media/") ? new Response("", { status }) : new Response(JSON.stringify({ prize })),
  );
  const checker = createDrawChecker("/draws/x", () => undefined);
  const events: string[] = [];
  await checker.check(SHOWN, ({ kind }) => events.push(kind));
  status = 200;
  await checker.check(SHOWN, ({ kind }) => events.push(kind));
  expect(events).toEqual(["begin", "fail", "begin", "step", "end"]);
  vi.unstubAllGlobals();
});

it("every file of every sealed picture is compared, whichever of them a browser shows; no other address is asked", async () => {
  const requestedAddresses: string[] = [];
  vi.stubGlobal("Worker", SpokenTo);
  const files = Object.fromEntries(["480.avif", "480.webp", "480.jpg", "800.avif"].map((name) => [name, "00"]));
  const pictures = [
    { url: "/media/0a", files: { ...files, "/../../logout.jpg": "00", "480.jpg?x": "00" } },
    { url: "//other.test/media/0a", files },
  ];
  vi.stubGlobal("fetch", async (address: string) => {
    requestedAddresses.push(address);
    return new Response(JSON.stringify({ prize: JSON.stringify({ pictures }) }));
  });
  await createDrawChecker("/draws/x", () => undefined).check(SHOWN, () => undefined);
  expect(requestedAddresses.filter((address) => !address.startsWith("/draws/x/"))).toEqual(
    Object.keys(files).map((name) => `/media/0a-${name}`),
  );
  vi.unstubAllGlobals();
});

it("an interrupted list does not receive the line count of the next one", async () => {
  class Counting extends SpokenTo {
    override postMessage(message: ToWorker): void {
      super.postMessage(message);
      if (message.kind === "piece") this.dispatchEvent(new MessageEvent("message", { data: { kind: "lines", lines: 1 } }));
    }
  }
  vi.stubGlobal("Worker", Counting);
  let isBroken = true;
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith(".csv")) return new Response("{}");
    if (!isBroken) return new Response("1");
    return new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) }));
  });
  const checker = createDrawChecker("/draws/x", () => undefined);
  const [first, second]: string[][] = [[], []];
  await checker.check(SHOWN, ({ kind }) => first?.push(kind));
  isBroken = false;
  await checker.check(SHOWN, ({ kind }) => second?.push(kind));
  expect([first, second]).toEqual([
    ["begin", "fail"],
    ["begin", "lines", "step", "end"],
  ]);
  vi.unstubAllGlobals();
});

it("a verifier that fails to load ends the check, even before a file arrives, and is not used again", async () => {
  class Unloaded extends EventTarget {
    constructor() {
      super();
      queueMicrotask(() => this.dispatchEvent(new Event("error")));
    }
    postMessage(): void {}
    terminate(): void {}
  }
  vi.stubGlobal("Worker", Unloaded);
  vi.stubGlobal("fetch", async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return new Response("{}");
  });
  const onBroken = vi.fn();
  const checker = createDrawChecker("/draws/x", onBroken);
  const events: CheckEvent[] = [];
  await checker.check(SHOWN, (event) => events.push(event));
  expect(events).toEqual([{ kind: "begin" }, { kind: "fail", failure: { kind: "unreachable" } }]);
  expect(onBroken).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
