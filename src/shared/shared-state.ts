/** State shared by two copies of a module: the server's and the built screens'. */

/** @param start the initial value, if none exists yet */
export function sharedState<T extends object>(name: string, start: T): T {
  const all = globalThis as unknown as Record<string, T | undefined>;
  all[name] ??= start;
  return all[name] ?? start;
}
