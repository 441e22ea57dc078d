import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text.ts";

afterEach(() => vi.unstubAllGlobals());

const refused = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"));
const written = () => Promise.resolve();

it.each<[string, (() => Promise<void>) | undefined, boolean | Error, boolean]>([
  ["the clipboard takes it", written, false, true],
  ["no clipboard, and the older command copies", undefined, true, true],
  ["the clipboard refuses, and the older command copies", refused, true, true],
  ["no clipboard, and the older command refuses", undefined, false, false],
  ["both refuse", refused, new Error("not supported"), false],
])("where %s", async (_case, writeText, command, isCopied) => {
  const field = { style: {}, select: vi.fn(), remove: vi.fn(), value: "" };
  const execCommand = vi.fn(() => {
    if (command instanceof Error) throw command;
    return command;
  });
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("navigator", { clipboard: writeText && { writeText } });
  vi.stubGlobal("document", { createElement: () => field, body: { append: vi.fn() }, activeElement: null, execCommand });
  expect(await copyText("CONC-0042-000137")).toBe(isCopied);
  if (writeText === written) return expect(execCommand).not.toHaveBeenCalled();
  expect(field.value).toBe("CONC-0042-000137");
  expect([field.select.mock.calls.length, field.remove.mock.calls.length]).toEqual([1, 1]);
});
