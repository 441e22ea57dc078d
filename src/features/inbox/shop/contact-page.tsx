/** /contact: writes to the shop; complaints get a number. */
import { randomUUID } from "node:crypto";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { deviceOf, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { isOwnOrUnknown } from "#features/orders/server/reading/list-purchases.ts";
import { findFields } from "#platform/request/body.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { COMPLAINT_DAYS } from "#shared/dates/complaint-days.ts";
import { isUuid } from "#shared/ids.ts";
import { readOrderNumber } from "#shared/money/order-number.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { refuse, replyError } from "#ui/forms/reply.ts";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import type { AboutProblem } from "../rules/contact.ts";
import { findComplaintNumber } from "../server/answer-complaint.ts";
import { isOwnComplaint } from "../server/list-complaints.ts";
import { sendContactMessage } from "../server/send-contact-message.ts";
import type { Route } from "./+types/contact-page.ts";
import { ContactForm, type ContactReply, readContact } from "./contact-form.tsx";

export const handle = { messages: ["about"], failures: { send: "about:contact.failed" } } satisfies PageMessages & PageFailures;

export function loader({ request, context }: Route.LoaderArgs) {
  const { name, address, email } = ctxOf(context).brand.current.trader;
  const sent = new URL(request.url).searchParams.get("sent");
  // The number of a complaint; it is only displayed.
  const number = readOrderNumber(sent ?? "");
  return { trader: { name, address, email }, isSent: sent !== null, number, requestKey: randomUUID() };
}

/** Neither the form nor a refusal may be cached. */
export const headers = privateHeaders();

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await findFields(request);
  const submission = readContact(form ?? new URLSearchParams());
  const refusal = (refused: ReturnType<typeof submission.reply>, status = 422) =>
    data({ intent: "contact", refused } as ContactReply, { status });
  if (!form) return refusal(refuse(submission, "tooLarge"), 413);
  if (submission.status !== "success") return refusal(submission.reply());

  const { website, requestKey: typedKey, complaint, about, ...fields } = submission.value;
  const requestKey = isUuid(typedKey) ? typedKey : undefined;
  const { address } = deviceOf(context, request);
  const locale = localeOf(context);
  const visitor = await visitorOf(context, request);
  // `about`: the number of an order or a complaint, if given.
  const isOwnOrder = await isOwnOrUnknown(ctx, visitor?.id, about);
  if (!isOwnOrder && !(visitor && (await isOwnComplaint(ctx, visitor, about)))) {
    const fieldErrors = { about: ["aboutNotOwn" satisfies AboutProblem] };
    return refusal(submission.reply({ fieldErrors }));
  }
  const aboutLine = about.trim() && ctx.messages[locale].getFixedT(null, "about")("contact.aboutLine", { about: about.trim() });
  // `website` is hidden from people; programs fill it in.
  const sender = { address, senderId: visitor?.id };
  const letter = { fields, about: aboutLine, decoy: website, ...sender, locale, isComplaint: complaint === "on", requestKey };
  const sent = await orLogged(ctx, sendContactMessage(ctx, letter), "a contact message could not be stored");
  if (!sent) return refusal(refuse(submission, "failed"), 503);
  // Redirect, so that reloading does not send the message again.
  const number = sent.ok && letter.isComplaint ? await findComplaintNumber(ctx, sent.value) : undefined;
  if (sent.ok) return redirect(number === undefined ? "/contact?sent" : `/contact?sent=${number}`, 303);
  return replyError("contact", submission, sent);
}

export default function ContactPage({ loaderData: { trader, isSent, number, requestKey } }: Route.ComponentProps) {
  const { t } = useTranslation("about");
  return (
    <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-22">
      <PageHead title={t("contact.title")} description={t("contact.description")} />
      <h1 className="type-h1">{t("contact.heading")}</h1>
      <p className="type-lead mt-6">{t("contact.lead")}</p>
      <div className="mt-12 grid gap-14 lg:grid-cols-[minmax(0,720px)_minmax(240px,320px)] lg:gap-20">
        {isSent ? <SentNote number={number} /> : <ContactForm requestKey={requestKey} email={trader.email} />}
        <ContactDetails trader={trader} />
      </div>
    </div>
  );
}

/** The message was sent. `number`: of the complaint. */
function SentNote({ number }: { number: string | undefined }) {
  const { t } = useTranslation("about");
  const message = t("contact.sent");
  useEffect(() => toastSuccess(message, { id: "contactSent" }), [message]);
  return (
    <div className="grid content-start justify-items-start gap-6">
      <Note tone="success" title={message}>
        {number === undefined ? t("contact.sentText") : t("contact.sentComplaint", { number, ...COMPLAINT_DAYS })}
      </Note>
      <LinkButton to="/contact" variant="outline">
        {t("contact.another")}
      </LinkButton>
    </div>
  );
}

/** Email, post, and how complaints are handled. */
function ContactDetails({ trader }: { trader: { name: string; address: string; email: string } }) {
  const { t } = useTranslation("about");
  const parts = {
    terms: (inner: ReactNode) => (
      <Link to="/terms#complaints" className="text-link">
        {inner}
      </Link>
    ),
  };
  return (
    <aside className="grid content-start gap-8" aria-label={t("contact.ways")}>
      <div>
        <h2 className="type-h3">{t("contact.byMail")}</h2>
        <a href={`mailto:${trader.email}`} className="link mt-1 break-all">
          {trader.email}
        </a>
      </div>
      <div>
        <h2 className="type-h3">{t("contact.byPost")}</h2>
        <p className="mt-2 text-muted">
          {trader.name}
          <br />
          {trader.address}
        </p>
      </div>
      <div>
        <h2 className="type-h3">{t("contact.complaint")}</h2>
        <p className="mt-2 text-muted">
          <RichText text={t("contact.complaintText")} parts={parts} />
        </p>
      </div>
    </aside>
  );
}
