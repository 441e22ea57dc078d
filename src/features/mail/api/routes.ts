import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as massEmail from "../admin/send-mass-email-route.ts";
import * as mailboxHtml from "../shop/mailbox-html-route.ts";

/** The API of campaigns, and the mails of the demonstration's mailbox. */
export const mailApi = apiRouter()
  .post("/functions/send-mass-email", describe(massEmail.operation), handle(massEmail.post))
  .get("/mailbox/:id/html", handle(mailboxHtml.get));
