import { createContext, useContext } from "react";
import { useMatches } from "react-router";
import { MESSAGES_BLOCK } from "./messages-browser.ts";
import type { Namespace, PageMessages } from "./messages.ts";

/** Namespaces of the page's frame, needed by every page. */
const ALWAYS: readonly Namespace[] = ["common", "footer"];

/** Returns the texts of these namespaces as JSON. */
export type InlineMessages = (namespaces: readonly Namespace[]) => string;
export const InlineMessagesContext = createContext<InlineMessages | undefined>(undefined);

/**
 * A data block with the page's texts, before its scripts. The browser renders it empty and keeps the
 * server's content.
 */
export function InlinedMessages() {
  const inline = useContext(InlineMessagesContext);
  const matches = useMatches();
  const namespaces = new Set([...ALWAYS, ...matches.flatMap(({ handle }) => (hasMessages(handle) ? handle.messages : []))]);
  return (
    <script type="application/json" id={MESSAGES_BLOCK} suppressHydrationWarning>
      {inline?.([...namespaces]) ?? ""}
    </script>
  );
}

function hasMessages(handle: unknown): handle is PageMessages {
  return typeof handle === "object" && handle !== null && "messages" in handle;
}
