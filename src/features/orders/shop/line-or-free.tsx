/** A line of an order, and beside its price, in the same type, the way in that costs nothing. */
import { Link } from "react-router";

type Props = {
  line: string;
  /** Undefined where there is no such way (any more). */
  to: string | undefined;
  free: string;
};

export function LineOrFree({ line, to, free }: Props) {
  if (to === undefined) return line;
  return (
    <>
      {line},{" "}
      <Link to={to} className="link [font:inherit]">
        {free}
      </Link>
    </>
  );
}
