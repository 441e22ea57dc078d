/** Sends a page's words along with it, so that none are fetched on first load. */
import type { ResourceLanguage } from "i18next";
import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import type { Namespace, PageMessages } from "./messages.ts";
import { WORDS_BLOCK } from "./messages-browser.ts";

/** What every page shows: its frame. */
const ALWAYS: readonly Namespace[] = ["common", "footer"];

/**
 * A block of data, which no policy needs to allow as it never runs. Put it before the page's scripts. The browser renders it empty and leaves
 * the server's content alone.
 */
export function InlinedMessages() {
  const { i18n } = useTranslation();
  const matches = useMatches();
  const onServer = typeof document === "undefined";
  const namespaces = new Set([...ALWAYS, ...matches.flatMap(({ handle }) => (hasMessages(handle) ? handle.words : []))]);
  const texts: ResourceLanguage = {};
  if (onServer) for (const namespace of namespaces) texts[namespace] = i18n.getResourceBundle(i18n.language, namespace);
  return (
    <script type="application/json" id={WORDS_BLOCK} suppressHydrationWarning>
      {onServer ? JSON.stringify(texts) : ""}
    </script>
  );
}

function hasMessages(handle: unknown): handle is PageMessages {
  return typeof handle === "object" && handle !== null && "words" in handle;
}
