/** What the session keeper needs of a browser. Tests replace it. */
import type { Environment } from "./session-keeper.ts";

/** Opens the channel between the tabs of this browser. */
export const openChannel: Environment["openChannel"] = (receive) => {
  const channel = new BroadcastChannel("session");
  channel.onmessage = ({ data }) => receive(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};

export const BROWSER: Environment = {
  fetch: (address, init) => fetch(address, init),
  openChannel,
  now: () => Date.now(),
};
