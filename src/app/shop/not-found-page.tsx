import { data } from "react-router";

export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never rendered, because the loader throws. A default export makes this a page. */
export default function NotFoundPage() {
  return null;
}
