/** Calls of programs that one route answers by itself: they go straight to it, past a router that would look for pages and layouts around it. */
import type { HandleErrorFunction, RouterContextProvider, ServerBuild } from "react-router";

type Call = (request: Request, context: RouterContextProvider) => Promise<Response>;

/**
 * What may be sent by `POST`, by address: of those routes that have an action, and nothing in their path that has to be filled in.
 *
 * @param onError hears of what an action throws that is no reply; the caller is answered 500
 */
export function plainCalls(routes: ServerBuild["routes"], onError: HandleErrorFunction): ReadonlyMap<string, Call> {
  const calls = new Map<string, Call>();
  for (const route of Object.values(routes)) {
    const path = route?.path?.replace(/\/:\w+\?$/, "") ?? ":";
    const action = route?.module.action as ((args: object) => unknown) | undefined;
    if (action && !path.includes(":")) calls.set(`/${path}`, callOf(action, onError));
  }
  return calls;
}

function callOf(action: (args: object) => unknown, onError: HandleErrorFunction): Call {
  return async (request, context) => {
    const args = { request, context, params: {} };
    try {
      const reply = await action(args);
      if (reply instanceof Response) return reply;
      throw new TypeError("an action that programs call answers with a Response");
    } catch (error) {
      if (error instanceof Response) return error;
      onError(error, args);
      return new Response(null, { status: 500 });
    }
  };
}
