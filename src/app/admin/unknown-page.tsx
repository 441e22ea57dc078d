/** Redirects unknown addresses under /admin to the dashboard. Source: specification, section 2. */
import { redirect } from "react-router";

export function loader(): never {
  throw redirect("/admin");
}

/** Forms of a page that no longer exists. */
export function action(): never {
  throw redirect("/admin");
}

/** Never rendered, because the loader throws. A default export makes this a page. */
export default function AdminUnknownPage() {
  return null;
}
