/** State that is one for a process, or for a page, although the module that holds it is there twice: the server runs it, and the built screens bring a copy. */

/** @param start what it begins with, for whoever asks first */
export function sharedState<T extends object>(name: string, start: T): T {
  const all = globalThis as unknown as Record<string, T | undefined>;
  all[name] ??= start;
  return all[name] ?? start;
}
