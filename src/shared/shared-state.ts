/**
 * The state with this name, of which the process has one. A module may be loaded twice, as the server's
 * copy and as the built screens', and both need the same state.
 * @param start the initial value, if none exists yet
 */

/** @param start the initial value, if none exists yet */
export function sharedState<T extends object>(name: string, start: T): T {
  const all = globalThis as unknown as Record<string, T | undefined>;
  all[name] ??= start;
  return all[name] ?? start;
}
