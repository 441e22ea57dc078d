/** Updates an open page after sign-ins and sign-outs in other tabs or devices. */
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { reloadPage } from "#ui/loading/reload-page.ts";
import { loadMe } from "#ui/me.ts";
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

  // A form of this tab has changed the session: the page is current, and the keeper must be notified.
  useEffect(() => {
    const { isSignedIn: before } = shown.current;
    shown.current.isSignedIn = isSignedIn;
    if (before === isSignedIn) return;
    if (isSignedIn) void keeper.refresh();
    else keeper.markMissing();
  }, [isSignedIn, keeper]);

  // The keeper has noticed a change: reload the data, which redirects away from pages for signed-in users.
  useEffect(() => {
    if (state.status === "loading") return;
    const before = shown.current.userId;
    shown.current.userId = userId;
    // Text typed by one user must not be submitted by the next one.
    if (before !== undefined && userId !== undefined && userId !== before) return reloadPage();
    if ((userId !== undefined) === shown.current.isSignedIn) return;
    void revalidate();
    void loadMe();
  }, [state.status, userId, revalidate]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible" && shown.current.isSignedIn) void keeper.refresh();
    };
    document.addEventListener("visibilitychange", onVisible);
    // Windows side by side are never hidden, but get focus.
    addEventListener("focus", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      removeEventListener("focus", onVisible);
    };
  }, [keeper]);
  return null;
}
