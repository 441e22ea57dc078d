/** Matches paths with the router's patterns, such as `/draws/:lotteryId`. */

type Route = { readonly id: string; readonly path?: string | undefined; readonly parentId?: string | undefined };
type Routes = Readonly<Record<string, Route | undefined>>;

/** The pattern of a path; `/*` for an unknown path. `others`: patterns of addresses that are no pages. */
export function routePatterns(routes: Routes, others: readonly string[] = []): (path: string) => string {
  const patterns = [...Object.values(routes).map((route) => `/${pathOf(routes, route)}`), ...others]
    .toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))
    .map((pattern) => ({ pattern, matches: expressionOf(pattern) }));
  return (path) => {
    const address = path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
    return patterns.find(({ matches }) => matches.test(address))?.pattern ?? "/*";
  };
}

function pathOf(routes: Routes, route: Route | undefined): string {
  if (!route) return "";
  const parent = route.parentId === undefined ? "" : pathOf(routes, routes[route.parentId]);
  return [parent, route.path ?? ""].filter(Boolean).join("/");
}

/** Sorts static segments before parameters, and wildcards last. */
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
