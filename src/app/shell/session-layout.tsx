/** Around the pages that are for one person: they keep in step with the session, and are left when it ends. Others need not load that. */
import { Outlet, useRouteLoaderData } from "react-router";
import { SessionWatch } from "#features/accounts/shop/session-watch.tsx";
import type { loader } from "./shop-layout.tsx";

export default function WatchedLayout() {
  const shop = useRouteLoaderData<typeof loader>("app/shell/shop-layout");
  return (
    <>
      <SessionWatch isSignedIn={shop?.visitor.user != null} />
      <Outlet />
    </>
  );
}
