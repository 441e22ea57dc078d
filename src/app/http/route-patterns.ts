/** Which of the router's patterns an address belongs to: `/draws/:lotteryId` for each draw's page. */

/** As the router's build describes it. */
type Route = { readonly id: string; readonly path?: string | undefined; readonly parentId?: string | undefined };
type Routes = Readonly<Record<string, Route | undefined>>;

/** Returns the pattern of a path; `/*` where nobody has such a page. */
export function routePatterns(routes: Routes): (path: string) => string {
  const patterns = Object.values(routes)
    .map((route) => `/${pathOf(routes, route)}`)
    .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .map((pattern) => ({ pattern, matches: expressionOf(pattern) }));
  return (path) => {
    const address = path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
    return patterns.find(({ matches }) => matches.test(address))?.pattern ?? "/*";
  };
}

/** The routes whose pattern is wanted, with what they stand in: a router that has fewer of them finds one sooner. */
export function routesOf<R extends Route>(routes: Readonly<Record<string, R | undefined>>, wanted: RegExp): Record<string, R> {
  const kept: Record<string, R> = {};
  const keep = (route: R | undefined) => {
    if (!route) return;
    kept[route.id] = route;
    if (route.parentId !== undefined) keep(routes[route.parentId]);
  };
  for (const route of Object.values(routes)) if (wanted.test(`/${pathOf(routes, route)}`)) keep(route);
  return kept;
}

function pathOf(routes: Routes, route: Route | undefined): string {
  if (!route) return "";
  const parent = route.parentId === undefined ? "" : pathOf(routes, routes[route.parentId]);
  return [parent, route.path ?? ""].filter(Boolean).join("/");
}

/** Sorts what is written out before what is filled in, piece by piece, and what takes everything last. */
function rankOf(pattern: string): string {
  return pattern
    .split("/")
    .map((piece) => (piece === "*" ? "3" : piece.startsWith(":") ? "2" : `1${piece}`))
    .join("/");
}

function expressionOf(pattern: string): RegExp {
  const pieces = pattern.split("/").filter(Boolean);
  const expression = pieces.map((piece) => {
    if (piece === "*") return "(?:/.*)?";
    if (piece.startsWith(":")) return piece.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
    return `/${piece.replaceAll(".", "\\.")}`;
  });
  return new RegExp(`^${expression.join("")}/?$`, "i");
}
