/** Keeps an open page true: whoever signs in or out in another tab, or elsewhere, changes what this one shows. */
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { loadMe } from "#ui/me.ts";
import { openAnew } from "#ui/open-anew.ts";
import { AuthProvider, useAuth } from "./auth-provider.tsx";

export function SessionWatch({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <AuthProvider initial={isSignedIn ? "loading" : "signedOut"}>
      <Watch isSignedIn={isSignedIn} />
    </AuthProvider>
  );
}

function Watch({ isSignedIn }: { isSignedIn: boolean }) {
  const { state, keeper } = useAuth();
  const { revalidate } = useRevalidator();
  const shown = useRef({ isSignedIn, userId: undefined as string | undefined });
  const userId = state.status === "signedIn" ? state.session.user.id : undefined;

  // A form of this tab signed somebody in or out: the page is right, and the keeper has to learn of it.
  useEffect(() => {
    const { isSignedIn: before } = shown.current;
    shown.current.isSignedIn = isSignedIn;
    if (before === isSignedIn) return;
    if (isSignedIn) void keeper.look();
    else keeper.forget();
  }, [isSignedIn, keeper]);

  // The keeper learnt of it: the page has to be made again. A page that only signed-in people see leads away by that.
  useEffect(() => {
    if (state.status === "loading") return;
    const before = shown.current.userId;
    shown.current.userId = userId;
    // What somebody has typed must not be sent by the next one who signs in.
    if (before !== undefined && userId !== undefined && userId !== before) return openAnew();
    if ((userId !== undefined) === shown.current.isSignedIn) return;
    void revalidate();
    void loadMe();
  }, [state.status, userId, revalidate]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible" && shown.current.isSignedIn) void keeper.look();
    };
    document.addEventListener("visibilitychange", onVisible);
    // Of two windows side by side, neither is hidden.
    addEventListener("focus", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      removeEventListener("focus", onVisible);
    };
  }, [keeper]);
  return null;
}
