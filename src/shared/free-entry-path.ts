/** The address of a draw's free entry page, which every price links to. */
export function freeEntryPath(drawId: string): string {
  return `/enter-free#draw-${drawId}`;
}
