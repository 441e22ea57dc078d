import type { ReactNode } from "react";
import { Link } from "react-router";

/** For the `parts` of a rich text: `{ terms: linkPart("/terms") }` fills `<terms>…</terms>`. */
export function linkPart(to: string) {
  return (inner: ReactNode) => (
    <Link to={to} className="text-link">
      {inner}
    </Link>
  );
}
