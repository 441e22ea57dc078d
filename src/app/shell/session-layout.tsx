/** Around the pages that are for one person: they keep in step with the session, and are left when it ends. Others need not load that. */
import { Outlet } from "react-router";
import { SessionWatch } from "#features/accounts/shop/session-watch.tsx";
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
