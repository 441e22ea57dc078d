/** The views of a list (`?view=…`); the first is the default. */
import { Link, useSearchParams } from "react-router";
import { withParameters } from "./list-address.ts";

type Props<View extends string> = {
  label: string;
  views: readonly View[];
  current: View;
  nameOf: (view: View) => string;
};

/** Links between the views of a list (`?view=…`). The first view is the default. */
export function ViewLinks<View extends string>({ label, views, current, nameOf }: Props<View>) {
  const [search] = useSearchParams();
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5">
        {views.map((view) => (
          <li key={view}>
            <Link
              to={withParameters(search, { view: view === views[0] ? undefined : view })}
              preventScrollReset
              aria-current={view === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted aria-[current]:border-current aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {nameOf(view)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The view in an address; the first by default. */
export function readView<View extends string>(search: URLSearchParams, views: readonly [View, ...View[]]): View {
  return views.find((known) => known === search.get("view")) ?? views[0];
}
