/** The table of a draw's participants with their chances, and the dialog with one participant's tickets. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { useMay } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable, type SortOrder } from "#ui/lists/data-table.tsx";
import { useFailedLoad } from "#ui/loading/use-failed-load.ts";
import { ShareBar } from "#ui/share-bar.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import { type ManagedDraw, type Participant, winningChance } from "../rules/managed-draw.ts";
import { type Choice, ChooseParticipant } from "./chosen-participants.tsx";
import { fullName } from "./draw-progress.tsx";
import type { TicketsReply } from "./participant-tickets-route.ts";

type Props = {
  participants: readonly Participant[];
  /** All tickets that take part: suspended ones only if they are on the frozen list. */
  tickets: number;
  /** Tickets of the participant with the most, suspended ones included. */
  most: number;
  sorted: SortOrder;
  empty: ReactNode;
  onTickets: (participant: Participant) => void;
  choice: Choice;
};

type CountProps = { person: Participant; name: string; onTickets: Props["onTickets"] };

function Count({ person, name, onTickets }: CountProps) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  return (
    <>
      <noscript>{number(person.tickets)}</noscript>
      <button
        type="button"
        className="link needs-scripts min-h-11 min-w-11 justify-end"
        title={t("draw.participants.show", { name })}
        aria-label={`${number(person.tickets)}, ${t("draw.participants.show", { name })}`}
        onClick={() => onTickets(person)}
      >
        {number(person.tickets)}
      </button>
      {person.suspended > 0 && (
        <span className="block font-sans text-[0.8125rem] text-danger-text">
          {t("draw.participants.suspended", { count: person.suspended, number: number(person.suspended) })}
        </span>
      )}
    </>
  );
}

/** The smallest share that is shown. Shares that would be rounded to zero are shown as less than this. */
const SMALLEST_SHARE = 0.001;

function Chance({ share, highest, label }: { share: number; highest: number; label: string }) {
  const { t } = useTranslation("admin-draws");
  const { percent } = useFormat();
  const isTiny = share > 0 && share < SMALLEST_SHARE / 2;
  return (
    <div className="chance">
      <ShareBar share={share} outOf={highest} label={label} />
      <span>{isTiny ? t("draw.participants.less", { share: percent(SMALLEST_SHARE) }) : percent(share)}</span>
    </div>
  );
}

export function ParticipantsTable({ participants, tickets, most, sorted, empty, onTickets, choice }: Props) {
  const { t } = useTranslation("admin-draws");
  const nameOf = (person: Participant) => fullName(person) || t("draw.participants.erased");
  const mayWrite = useMay("messages.broadcast");
  return (
    <DataTable
      caption={t("draw.participants.title")}
      rows={participants}
      rowKey={({ id }) => id}
      sorted={sorted}
      empty={empty}
      columns={[
        {
          id: "name",
          header: t("draw.participants.name"),
          sorts: true,
          card: "title",
          cell: (person) => (
            <span className="flex items-center gap-3 font-[560]">
              {mayWrite && (
                <ChooseParticipant
                  id={person.id}
                  label={t("draw.participants.choose", { name: nameOf(person) })}
                  choice={choice}
                />
              )}
              {nameOf(person)}
            </span>
          ),
        },
        {
          id: "contact",
          header: t("draw.participants.contact"),
          cell: ({ email, phone }) => (
            <div className="text-muted">
              {email === undefined ? "–" : <EmailText address={email} />}
              {phone && <span className="block">{phone}</span>}
            </div>
          ),
        },
        {
          id: "tickets",
          header: t("draw.participants.tickets"),
          sorts: true,
          end: true,
          mono: true,
          cell: (person) => <Count person={person} name={nameOf(person)} onTickets={onTickets} />,
        },
        {
          id: "chance",
          header: t("draw.participants.chance"),
          width: "38%",
          cell: (person) => (
            <Chance
              share={winningChance(person.tickets - person.suspended, tickets)}
              highest={winningChance(most, tickets)}
              label={t("draw.participants.chanceOf", { name: nameOf(person) })}
            />
          ),
        },
      ]}
    />
  );
}

type TicketsProps = { draw: Pick<ManagedDraw, "id" | "shortNumber">; participant: Participant; onClose: () => void };
type Ticket = TicketsReply["tickets"][number];

/** A dialog that loads the tickets in steps. */
export function ParticipantTickets({ draw, participant, onClose }: TicketsProps) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const fetcher = useFetcher<TicketsReply>();
  const [tickets, setTickets] = useState<readonly Ticket[]>([]);
  const address = (after: number) => `/admin/draw/${draw.id}/tickets?user=${participant.id}&after=${after}`;
  const { load, data } = fetcher;
  const first = address(0);
  useEffect(() => void load(first), [load, first]);
  useEffect(() => {
    if (!data) return;
    // The same step comes again when the page's data are read again.
    setTickets((loaded) => {
      const last = loaded.at(-1)?.ticketNumber ?? 0;
      return [...loaded, ...data.tickets.filter(({ ticketNumber }) => ticketNumber > last)];
    });
  }, [data]);
  const hasFailed = useFailedLoad(fetcher) || data?.failed;
  const next = data?.next;
  const name = fullName(participant) || t("draw.participants.erased");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("draw.participants.ticketsOf", { name })}
      footer={
        next === undefined ? undefined : (
          <Button variant="outline" busy={fetcher.state !== "idle"} onClick={() => void load(address(next))}>
            {t("draw.participants.more")}
          </Button>
        )
      }
    >
      <div
        // Focusable, because a keyboard could not scroll it otherwise.
        tabIndex={0}
        role="region"
        aria-label={t("draw.participants.ticketsOf", { name })}
        className="max-h-[50vh] overflow-y-auto"
        aria-busy={fetcher.state !== "idle"}
      >
        {hasFailed && <p className="text-danger">{t("draw.participants.ticketsFailed")}</p>}
        <DataTable
          plain
          caption={t("draw.participants.ticketsOf", { name })}
          rows={tickets}
          rowKey={({ ticketNumber }) => String(ticketNumber)}
          columns={[
            {
              id: "number",
              header: t("draw.participants.number"),
              mono: true,
              cell: ({ ticketNumber, isSuspended }) => (
                <>
                  {formatTicketNumber(draw.shortNumber, ticketNumber)}
                  {isSuspended && <span className="text-danger-text"> {t("draw.participants.suspendedTicket")}</span>}
                </>
              ),
            },
            {
              id: "bought",
              header: t("draw.participants.bought"),
              cell: ({ purchasedAt }) => `${date(purchasedAt, "short")}, ${date(purchasedAt, "time")}`,
            },
          ]}
        />
      </div>
    </Dialog>
  );
}
