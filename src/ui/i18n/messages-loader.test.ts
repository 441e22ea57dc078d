import { afterEach, describe, expect, it, vi } from "vitest";
import { messagesIn } from "./messages-browser.ts";
import { loadMessages, MessagesFailure } from "./messages-loader.ts";

const url = "/locales/fr/quiz.json";
const answers = (...replies: (() => Response)[]) => {
  const requests: string[] = [];
  const fetchUrl: typeof fetch = async (input) => {
    requests.push(String(input));
    const reply = replies[Math.min(requests.length, replies.length) - 1];
    if (!reply) throw new TypeError("Failed to fetch");
    return reply();
  };
  return { requests, fetchUrl };
};
const texts = () => Response.json({ title: "Une question" });
const status = (code: number) => () => new Response("{}", { status: code });

afterEach(() => void vi.useRealTimers().unstubAllGlobals());

/** Through i18next as in the browser, without waiting between retries. */
async function load(fetchUrl: typeof fetch) {
  vi.stubGlobal("fetch", fetchUrl);
  vi.useFakeTimers();
  const failures: unknown[] = [];
  const words = messagesIn("fr", "Concours", { common: {} });
  words.on("failedLoading", (_language, _namespace, failure) => failures.push(failure));
  const loaded = words.loadNamespaces("quiz");
  await vi.runAllTimersAsync();
  await loaded;
  expect(failures).toHaveLength(words.hasResourceBundle("fr", "quiz") ? 0 : 1);
  return (words.t as (key: string) => unknown)("quiz:title");
}

describe("loading texts", () => {
  it.each([500, 502, 503, 599])("retries after a status of %i until they arrive", async (code) => {
    const { requests, fetchUrl } = answers(status(code), status(code), texts);
    expect(await load(fetchUrl)).toBe("Une question");
    expect(requests).toEqual([url, url, url]);
  });

  it("retries without an answer", async () => {
    const { requests, fetchUrl } = answers(() => {
      throw new TypeError("Failed to fetch");
    }, texts);
    expect(await load(fetchUrl)).toBe("Une question");
    expect(requests).toHaveLength(2);
  });

  it("retries after an interrupted answer", async () => {
    const broken = () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) }));
    const { requests, fetchUrl } = answers(broken, texts);
    expect(await load(fetchUrl)).toBe("Une question");
    expect(requests).toHaveLength(2);
  });

  it("gives up after three retries", async () => {
    const { requests, fetchUrl } = answers(status(503));
    expect(await load(fetchUrl)).toBe("title");
    expect(requests).toHaveLength(4);
  });

  it.each([400, 403, 404, 429])("does not retry after a status of %i", async (code) => {
    const { requests, fetchUrl } = answers(status(code), texts);
    expect(await load(fetchUrl)).toBe("title");
    expect(requests).toHaveLength(1);
  });

  it.each(['{"title": "Une', "<!doctype html>", "", '["Une question"]', "null", '"title"'])(
    "fails for good on %j, which is not an object of JSON",
    async (body) => {
      const { requests, fetchUrl } = answers(() => new Response(body), texts);
      expect(await load(fetchUrl)).toBe("title");
      expect(requests).toHaveLength(1);
      const failure = await loadMessages(url, async () => new Response(body)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MessagesFailure);
      expect(failure).toMatchObject({
        retryable: false,
        message: expect.stringContaining("Failed parsing /locales/fr/quiz.json"),
      });
    },
  );
});
