/** Where the way in that costs nothing is told for one draw: beside every price of it there is a link to this. */
export function freeWay(drawId: string): string {
  return `/enter-free#draw-${drawId}`;
}
