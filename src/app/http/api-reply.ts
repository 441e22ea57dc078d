/** What programs get where no route of theirs answered: JSON in the shop's own shape, never a page or the router's words. */
import { jsonError } from "#platform/request/json.server.ts";

/** Addresses that API clients call. A browser cannot forge a request to these from another site: it would have no credentials. */
export const CALLED_BY_API_CLIENTS = /^\/(api|functions)\//;

/** The reply itself, unless it is a refusal that no route of ours has written. */
export async function apiReply(reply: Response): Promise<Response> {
  if (reply.status < 400 || (await isOurs(reply))) return reply;
  if (reply.status === 404) return jsonError(404, "not_found", "There is nothing at this address");
  // The router says 400 to a look at what can only be sent to.
  if (reply.status < 500) return jsonError(405, "method_not_allowed", "This address does not take that method");
  return jsonError(reply.status, "internal", "Something went wrong");
}

async function isOurs(reply: Response): Promise<boolean> {
  if (!reply.headers.get("Content-Type")?.match(/^application\/(problem\+)?json/)) return false;
  const text = await reply.clone().text();
  // HEAD: what a body would have said was said by the same route.
  if (text === "") return true;
  const body: unknown = JSON.parse(text);
  return typeof body === "object" && body !== null && "error" in body;
}
