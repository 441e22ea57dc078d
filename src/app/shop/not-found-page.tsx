import { data } from "react-router";

export function loader(): never {
  throw data(null, { status: 404 });
}

/** Never drawn, for the loader always throws; its presence makes this a page and not a bare reply. */
export default function NotFoundPage() {
  return null;
}
