import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as contactForm from "../shop/send-contact-form-route.ts";

/** The contact form for programs. */
export const inboxApi = apiRouter().post(
  "/functions/send-contact-form",
  describe(contactForm.operation),
  handle(contactForm.post),
);
