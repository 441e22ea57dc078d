/** Ticket numbers and private tags, as mails show them. */
import { Text } from "@react-email/components";
import { Fragment } from "react";
import type { ListedTickets } from "./mail.ts";
import { Fine, Subtitle } from "./mail-parts.tsx";
import { colours, mono, small } from "./mail-style.ts";

/** As many as fit on a screen or two are drawn as little tickets; of more there is a list at the end of the mail. */
const DRAWN_AT_MOST = 50;

type Props = ListedTickets & { readonly title: string };

/** From which number to which, and each of them where they are not too many. */
export function TicketNumbers({ title, ranges, tickets }: Props) {
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {tickets.length > 1 && <Fine lines={[ranges.join("; ")]} />}
      {tickets.length <= DRAWN_AT_MOST && (
        <Text
          className="ink"
          style={{ margin: "0 0 8px", color: colours.ink, fontFamily: mono, fontSize: 14, lineHeight: "46px" }}
        >
          {tickets.map(({ number }) => (
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
export function TicketList({ title, tickets, about }: Props) {
  if (about === undefined && tickets.length <= DRAWN_AT_MOST) return null;
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {about !== undefined && <Fine lines={[about]} />}
      <Text
        className="muted"
        style={{ ...small, margin: 0, fontFamily: mono, fontSize: 11, lineHeight: "18px", wordBreak: "break-word" }}
      >
        {tickets.map(({ number, tag }) => (
          <Fragment key={number}>
            {tag === undefined ? number : `${number} ${tag}`}
            <br />
          </Fragment>
        ))}
      </Text>
    </>
  );
}
