/** How the mail after a purchase looks. */

import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Next, Paragraph, Receipt, Subtitle, Sums, Title } from "./mail-parts.tsx";
import { TicketList, TicketNumbers } from "./mail-tickets.tsx";
import type { OrderConfirmationView } from "./order-confirmation.ts";

export function OrderConfirmationHtml({ view }: { view: OrderConfirmationView }) {
  const { locale, draw, tickets } = view;
  return (
    <MailFrame view={view} preview={view.ranges.join("; ")} draw={draw}>
      <Title>{view.title}</Title>
      <Paragraph>{view.lead}</Paragraph>
      <Action href={view.button.href} label={view.button.label} link={view.link} />
      <Subtitle>{view.ticketsTitle}</Subtitle>
      <TicketNumbers draw={draw} tickets={tickets} locale={locale} />
      <Fine>{view.odds}</Fine>
      <Subtitle>{view.orderTitle}</Subtitle>
      <Sums lines={view.sums} />
      <Receipt rows={view.receipt} />
      <Next draw={draw} sender={view.sender} locale={locale} />
      <TicketList draw={draw} tickets={tickets} locale={locale} />
    </MailFrame>
  );
}
