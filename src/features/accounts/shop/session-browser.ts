/** What a keeper of the session needs of the browser that it lives in. */
import type { Surroundings } from "./session-keeper.ts";
import { openLine } from "./session-line.ts";

export const BROWSER: Surroundings = {
  fetch: (address, init) => fetch(address, init),
  openLine,
  now: () => Date.now(),
};
