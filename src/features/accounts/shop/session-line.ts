/** The line between the tabs of one browser. */
import type { Surroundings } from "./session-keeper.ts";

export const openLine: Surroundings["openLine"] = (hear) => {
  const channel = new BroadcastChannel("session");
  channel.onmessage = ({ data }) => hear(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
};
