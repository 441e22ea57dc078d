/** Every mail but campaigns and those of the contact form, rendered as HTML and text. How it looks is loaded with the first that is sent. */
import { type ComponentType, createElement } from "react";
import type { Locale } from "#shared/locale.ts";
import * as accountNotice from "./account-notice.ts";
import * as alertDigest from "./alert-digest.ts";
import * as cancellation from "./cancellation.ts";
import * as disputeNotice from "./dispute-notice.ts";
import * as drawNews from "./draw-news.ts";
import * as freeEntryConfirmation from "./free-entry-confirmation.ts";
import { type MailContent, renderHtml } from "./mail.ts";
import * as orderConfirmation from "./order-confirmation.ts";
import * as refundNotice from "./refund-notice.ts";

type Mail<Data, View> = { viewOf(data: Data, locale: Locale): View; textOf(view: View): string };

/** What a mail says, and how that looks. */
function mail<Data, View extends { readonly subject: string }>(
  { viewOf, textOf }: Mail<Data, View>,
  look: () => Promise<ComponentType<{ view: View }>>,
): (data: Data, locale: Locale) => Promise<MailContent> {
  return async (data, locale) => {
    const view = viewOf(data, locale);
    const html = await renderHtml(createElement(await look(), { view }));
    return { subject: view.subject, html, text: textOf(view) };
  };
}

export const renderAccountNotice = mail(accountNotice, async () => (await import("./account-notice-html.tsx")).AccountNoticeHtml);
export const renderAlertDigest = mail(alertDigest, async () => (await import("./alert-digest-html.tsx")).AlertDigestHtml);
export const renderCancellation = mail(cancellation, async () => (await import("./cancellation-html.tsx")).CancellationHtml);
export const renderDisputeNotice = mail(disputeNotice, async () => (await import("./dispute-notice-html.tsx")).DisputeNoticeHtml);
export const renderDrawNews = mail(drawNews, async () => (await import("./draw-news-html.tsx")).DrawNewsHtml);
export const renderFreeEntryConfirmation = mail(
  freeEntryConfirmation,
  async () => (await import("./free-entry-confirmation-html.tsx")).FreeEntryConfirmationHtml,
);
export const renderOrderConfirmation = mail(
  orderConfirmation,
  async () => (await import("./order-confirmation-html.tsx")).OrderConfirmationHtml,
);
export const renderRefundNotice = mail(refundNotice, async () => (await import("./refund-notice-html.tsx")).RefundNoticeHtml);
