import { prepareGuesses } from "#features/accounts/server/sign-in/guessable.ts";
import { sendPasswordReset } from "#features/accounts/server/sign-in/reset-password.ts";
import { sendSignInLink } from "#features/accounts/server/sign-in/sign-in-link.ts";
import { deliverCampaign } from "#features/mail/server/campaigns/deliver-campaign.ts";
import { sendLetter } from "#features/mail/server/letters/send-letter.ts";
import { sendDrawNews } from "#features/mail/server/send-draw-news.ts";
import {
  createMailBatch,
  sendAccountMail,
  sendAlertMail,
  sendComplaintMail,
  sendContactMail,
  sendConversationMail,
  sendDisputeMail,
  sendOrderMail,
  sendStaffMail,
} from "#features/mail/server/send-mails.ts";
import { keyInBatch } from "#features/orders/server/postal/key-in-batch.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { JOB_NAMES, type JobData, type JobName } from "#platform/jobs/queues.ts";

const MAILS_AT_ONCE = 32;

type Handlers = { readonly [N in JobName]: (data: JobData[N]) => Promise<void> };

export async function startJobHandlers(ctx: Ctx): Promise<void> {
  await prepareGuesses();
  const together = createMailBatch(ctx);
  const handlers: Handlers = {
    mail: (about) => sendOrderMail(ctx, about, together),
    "account-mail": (mail) => sendAccountMail(ctx, mail),
    "staff-mail": (mail) => sendStaffMail(ctx, mail),
    "password-reset": (asked) => sendPasswordReset(ctx, asked),
    "sign-in-link": (refused) => sendSignInLink(ctx, refused),
    "draw-news": (news) => sendDrawNews(ctx, news),
    "contact-mail": (contact) => sendContactMail(ctx, contact),
    "complaint-mail": (mail) => sendComplaintMail(ctx, mail),
    "conversation-mail": (mail) => sendConversationMail(ctx, mail),
    "letter-mail": (mail) => sendLetter(ctx, mail),
    "dispute-mail": (mail) => sendDisputeMail(ctx, mail),
    "alert-mail": (digest) => sendAlertMail(ctx, digest),
    campaign: ({ campaignId }) => deliverCampaign(ctx, campaignId),
    "postal-batch": ({ proposalId }) => keyInBatch(ctx, proposalId),
    refund: ({ orderId }) => sendRefund(ctx, orderId),
  };
  const work = <N extends JobName>(name: N) => ctx.jobs.work(name, handlers[name], name === "mail" ? MAILS_AT_ONCE : undefined);
  for (const name of JOB_NAMES) await work(name);
}
