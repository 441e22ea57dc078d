/** Languages, windows and choices of one journey. */

/** `npm test` takes the first, `npm run test:slow` the others: it runs every file that calls this. */
export function variants<Variant>(all: readonly Variant[]): readonly Variant[] {
  return process.env.SLOW ? all.slice(1) : all.slice(0, 1);
}
