import * as contactForm from "#features/inbox/shop/send-contact-form-route.ts";
import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as massEmail from "../admin/send-mass-email-route.ts";
import * as mailboxHtml from "../shop/mailbox-html-route.ts";

export const messagesApi = apiRouter()
  .post("/functions/send-contact-form", describe(contactForm.operation), handle(contactForm.post))
  .post("/functions/send-mass-email", describe(massEmail.operation), handle(massEmail.post))
  .get("/mailbox/:id/html", handle(mailboxHtml.get));
