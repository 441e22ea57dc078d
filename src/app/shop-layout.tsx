/** The frame of every public page: header, content, footer. */
import { Outlet } from "react-router";

export default function ShopLayout() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
