import type { ResourceKey } from "i18next";

/** A file of texts could not be loaded. `retryable`: the status was 500 to 599, or there was no reply. */
export class MessagesFailure extends Error {
  override readonly name = "MessagesFailure";
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean, cause?: unknown) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

/**
 * Loads a file of texts once. Throws MessagesFailure for any other answer than 2xx with a JSON object.
 * Source: specification, section 8, "Translation loading".
 */
export async function loadMessages(url: string, fetchUrl: typeof fetch = fetch): Promise<Exclude<ResourceKey, string>> {
  const reply = await fetchUrl(url).catch((cause: unknown) => {
    throw new MessagesFailure(`No answer for ${url}`, true, cause);
  });
  if (!reply.ok) throw new MessagesFailure(`Status ${reply.status} for ${url}`, reply.status >= 500);
  const body = await reply.text().catch((cause: unknown) => {
    throw new MessagesFailure(`The answer for ${url} broke off`, true, cause);
  });
  try {
    const texts: unknown = JSON.parse(body);
    if (typeof texts === "object" && texts !== null && !Array.isArray(texts)) return texts;
  } catch (cause) {
    throw new MessagesFailure(`Failed parsing ${url} to JSON`, false, cause);
  }
  throw new MessagesFailure(`Failed parsing ${url}: not an object`, false);
}
