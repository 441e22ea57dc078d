/** The tickets of one participant, fetched when somebody wants to see them: numbers and when they were bought. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { useCameToNothing, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import type { ManagedDraw, Participant } from "../rules/managed-draw.ts";
import { fullName } from "./draw-progress.tsx";
import type { TicketsReply } from "./participant-tickets-route.ts";

type Props = { draw: Pick<ManagedDraw, "id" | "shortNumber">; participant: Participant; onClose: () => void };
type Ticket = { readonly ticketNumber: number; readonly purchasedAt: Date };

export function ParticipantTickets({ draw, participant, onClose }: Props) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const fetcher = useFetcher<TicketsReply>();
  const [tickets, setTickets] = useState<readonly Ticket[]>([]);
  const address = (after: number) => `/admin/draw/${draw.id}/tickets?user=${participant.id}&after=${after}`;
  const { load } = fetcher;
  const first = address(0);
  useEffect(() => void load(first), [load, first]);
  useReply(fetcher, (reply) => setTickets((known) => [...known, ...reply.tickets]));
  const hasFailed = useCameToNothing(fetcher) || fetcher.data?.failed;
  const next = fetcher.data?.next;
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
      <div className="max-h-[50vh] overflow-y-auto" aria-busy={fetcher.state !== "idle"}>
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
              cell: ({ ticketNumber }) => formatTicketNumber(draw.shortNumber, ticketNumber),
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
