/** Keeps the session alive on public pages, and notices when it has ended elsewhere. */
import type { DataRouter } from "react-router";
import { BROWSER } from "#features/accounts/shop/sessions/session-channel.ts";
import { createSessionKeeper } from "#features/accounts/shop/sessions/session-keeper.ts";
import { isStillSignedIn, loadMe, subscribeMe } from "#ui/me.ts";

export function keepSession(router: DataRouter): void {
  let end: (() => void) | undefined;
  const follow = () => {
    const { navigation, matches } = router.state;
    if (navigation.state !== "idle") return;
    const user = isStillSignedIn() && !matches.some(({ route }) => route.id === "app/shell/session-layout");
    if (user === (end !== undefined)) return;
    end?.();
    end = user ? watch(router) : undefined;
  };
  follow();
  router.subscribe(follow);
  subscribeMe(follow);
}

/** Returns the function that stops it. Reloads the page once the session changes. */
function watch(router: DataRouter): () => void {
  const keeper = createSessionKeeper("loading", BROWSER);
  let known: string | undefined;
  const hear = keeper.subscribe(() => {
    const state = keeper.state();
    const userId = state.status === "signedIn" ? state.session.user.id : undefined;
    if (state.status === "signedOut" || (known !== undefined && userId !== known)) {
      void router.revalidate();
      void loadMe();
    }
    known = userId;
  });
  const stop = keeper.start();
  const refresh = () => {
    if (document.visibilityState === "visible") void keeper.refresh();
  };
  document.addEventListener("visibilitychange", refresh);
  return () => {
    hear();
    stop();
    document.removeEventListener("visibilitychange", refresh);
  };
}
