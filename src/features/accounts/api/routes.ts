import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as passkeyQuestion from "../shop/passkeys/passkey-question-route.ts";
import * as refresh from "../shop/sessions/session-refresh-route.ts";
import * as session from "../shop/sessions/session-route.ts";
import * as reauth from "../shop/sign-in/reauth-route.ts";
import * as unsubscribe from "../shop/unsubscribe-route.ts";
import * as users from "../shop/users-route.ts";

/** The JSON API of accounts and sessions, and two addresses outside /api. */
export const accountsApi = apiRouter()
  .post("/api/users", describe(users.operation), handle(users.post))
  .get("/api/session", describe(session.getOperation), handle(session.get))
  .post("/api/session", describe(session.postOperation), handle(session.post))
  .delete("/api/session", describe(session.removeOperation), handle(session.remove))
  .post("/api/session/refresh", describe(refresh.operation), handle(refresh.post))
  .get("/api/session/proof", describe(reauth.getOperation), handle(reauth.get))
  .post("/api/session/proof", describe(reauth.postOperation), handle(reauth.post))
  .post("/passkeys/question", handle(passkeyQuestion.post))
  .get("/unsubscribe", handle(unsubscribe.get))
  .post("/unsubscribe", handle(unsubscribe.post));
