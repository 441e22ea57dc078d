import { Outlet } from "react-router";
import { SessionWatch } from "#features/accounts/shop/sessions/session-watch.tsx";
import { useMe } from "#ui/me.ts";

export default function WatchedLayout() {
  const me = useMe();
  return (
    <>
      {me && <SessionWatch isSignedIn={me.visitor !== null} />}
      <Outlet />
    </>
  );
}
