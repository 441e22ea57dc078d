/** What a keeper of the session needs of the browser that it lives in. */
import { openChannel } from "./session-channel.ts";
import type { Environment } from "./session-keeper.ts";

export const BROWSER: Environment = {
  fetch: (address, init) => fetch(address, init),
  openChannel,
  now: () => Date.now(),
};
