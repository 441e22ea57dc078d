/** Keeps an open page true: whoever signs in or out in another tab, or elsewhere, changes what this one shows. */
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { AuthProvider, useAuth } from "./auth-provider.tsx";

/** @param isSignedIn as the server said when it made the page */
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
    if (before !== isSignedIn) void keeper.look();
  }, [isSignedIn, keeper]);

  // The keeper learnt of it: the page has to be made again. A page that only signed-in people see leads away by that.
  useEffect(() => {
    const { isSignedIn: shownSignedIn, userId: before } = shown.current;
    if (state.status === "loading") return;
    shown.current.userId = userId;
    const isOther = before !== undefined && userId !== undefined && userId !== before;
    if ((userId !== undefined) !== shownSignedIn || isOther) void revalidate();
  }, [state.status, userId, revalidate]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible" && shown.current.isSignedIn) void keeper.look();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [keeper]);
  return null;
}
