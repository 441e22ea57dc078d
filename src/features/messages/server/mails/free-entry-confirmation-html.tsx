/** How the mail about a free entry looks. */
import type { FreeEntryView } from "./free-entry-confirmation.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Next, Paragraph, Receipt, Subtitle, Title } from "./mail-parts.tsx";
import { TicketList, TicketNumbers } from "./mail-tickets.tsx";

export function FreeEntryConfirmationHtml({ view }: { view: FreeEntryView }) {
  const { locale, draw, tickets } = view;
  return (
    <MailFrame view={view} preview={view.lead} draw={draw}>
      <Title>{view.title}</Title>
      <Paragraph>{view.lead}</Paragraph>
      <Paragraph>{view.same}</Paragraph>
      <Action href={view.button.href} label={view.button.label} />
      <Subtitle>{view.ticketsTitle}</Subtitle>
      <TicketNumbers draw={draw} tickets={tickets} locale={locale} />
      <Receipt rows={view.receipt} />
      <Next draw={draw} sender={view.sender} locale={locale} />
      <TicketList draw={draw} tickets={tickets} locale={locale} />
    </MailFrame>
  );
}
