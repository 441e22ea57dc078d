/** An inline script that runs once, as the server sent it. */
import { useNonce } from "./nonce.ts";

/** @param text is read on the server alone; hydration leaves the content as it is */
export function OnceScript({ text }: { text: () => string }) {
  return (
    <script nonce={useNonce()} suppressHydrationWarning>
      {import.meta.env?.SSR ? text() : ""}
    </script>
  );
}
