/** Any address under /admin that leads nowhere leads to the dashboard. Source: specification, section 2. */
import { redirect } from "react-router";

export function loader(): never {
  throw redirect("/admin");
}

/** Sent to a screen that is gone: the next page tells how things are. */
export function action(): never {
  throw redirect("/admin");
}

/** Never drawn, for the loader always throws; its presence makes this a page and not a bare reply. */
export default function AdminUnknownPage() {
  return null;
}
