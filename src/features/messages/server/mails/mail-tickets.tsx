/** Ticket numbers and private tags, as mails show them. */
import { Text } from "@react-email/components";
import { Fragment } from "react";
import type { Locale } from "#shared/locale.ts";
import { inOrder, type MailDraw, type MailTicket, numbersOf, runsOf } from "./mail.ts";
import { Fine, Subtitle } from "./mail-parts.tsx";
import { colours, mono, small } from "./mail-style.ts";
import { MAIL_WORDS } from "./mail-words.ts";

/** As many as fit on a screen or two are drawn as little tickets; of more there is a list at the end of the mail. */
const DRAWN_AT_MOST = 50;

type Props = { readonly draw: MailDraw; readonly tickets: readonly MailTicket[]; readonly locale: Locale };

/** From which number to which, and each of them where they are not too many. */
export function TicketNumbers({ draw, tickets, locale }: Props) {
  const numbers = numbersOf(draw, tickets);
  const ranges = runsOf(draw, tickets).map(([from, to]) => MAIL_WORDS[locale].range(from, to));
  return (
    <>
      {numbers.length > 1 && <Fine>{ranges.join("; ")}</Fine>}
      {numbers.length <= DRAWN_AT_MOST && (
        <Text
          className="ink"
          style={{ margin: "0 0 8px", color: colours.ink, fontFamily: mono, fontSize: 14, lineHeight: "46px" }}
        >
          {numbers.map((number) => (
            <Fragment key={number}>
              <span className="line" style={stub}>
                {number}
              </span>{" "}
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}

const stub = {
  border: `1px solid ${colours.line}`,
  borderRadius: 8,
  padding: "9px 11px",
  marginRight: 4,
  whiteSpace: "nowrap",
} as const;

/** The end of the mail: every number that was not drawn above, and the private tags for whoever wants to check the entry list. */
export function TicketList({ draw, tickets, locale }: Props) {
  const words = MAIL_WORDS[locale];
  const hasTags = tickets.some((ticket) => ticket.tag !== undefined);
  if (!hasTags && tickets.length <= DRAWN_AT_MOST) return null;
  return (
    <>
      <Subtitle>{hasTags ? words.tagsTitle(tickets.length === 1) : words.numbersTitle}</Subtitle>
      {hasTags && <Fine>{words.tags}</Fine>}
      <Text
        className="muted"
        style={{ ...small, margin: 0, fontFamily: mono, fontSize: 11, lineHeight: "18px", wordBreak: "break-word" }}
      >
        {inOrder(tickets).map((ticket) => (
          <Fragment key={ticket.number}>
            {[...numbersOf(draw, [ticket]), ticket.tag].filter(Boolean).join(" ")}
            <br />
          </Fragment>
        ))}
      </Text>
    </>
  );
}
