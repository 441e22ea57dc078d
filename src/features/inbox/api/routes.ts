import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as evidence from "../admin/evidence/evidence-route.ts";
import * as contactForm from "../shop/send-contact-form-route.ts";

/** The contact form for programs, and the evidence pack of a draw. */
export const inboxApi = apiRouter()
  .post("/functions/send-contact-form", describe(contactForm.operation), handle(contactForm.post))
  .get("/admin/draw/:lotteryId/evidence.zip", handle(evidence.get));
