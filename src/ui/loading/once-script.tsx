/** An inline script that runs once, when the browser reads the server's HTML. */
import { useNonce } from "./nonce.ts";

/** @param text called on the server only; hydration keeps the content */
export function OnceScript({ text }: { text: () => string }) {
  return (
    <script nonce={useNonce()} suppressHydrationWarning>
      {import.meta.env?.SSR ? text() : ""}
    </script>
  );
}
