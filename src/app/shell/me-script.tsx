/** In the head: requests `/api/me`, and sets `data-signed-in` before the first paint. */
import { OnceScript } from "#ui/loading/once-script.tsx";

export function MeScript() {
  return <OnceScript text={() => `(${startMe.toString()})()`} />;
}

function startMe(): void {
  const hint = () => /(?:^|; )signed-in=([12])/.exec(document.cookie)?.[1];
  window.fetchMe = async (path) => {
    if (!hint() && !/(?:^|; )flash=\w/.test(document.cookie)) return null;
    const [, draw = ""] = /^\/lottery\/([\da-f-]{36})/.exec(path) ?? [];
    try {
      const address = `/api/me?lng=${document.documentElement.lang}&draw=${draw}`;
      const reply = await fetch(address, { signal: AbortSignal.timeout(8_000) });
      return reply.ok ? await reply.json() : undefined;
    } catch {
      return undefined;
    }
  };
  // The back office has a frame of its own.
  if (/^\/admin(\/|$)/.test(window.location.pathname)) return;
  const known = hint();
  if (known) document.documentElement.dataset.signedIn = known;
  window.firstMe = window.fetchMe(window.location.pathname);
}
