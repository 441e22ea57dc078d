import { Link } from "react-router";
import { MAIL_REFUSALS, type MailRefusal } from "#features/accounts/rules/mail-refusal.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { errorOf } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { formatsIn } from "#ui/i18n/messages.ts";
import { type Column, DataTable } from "#ui/lists/data-table.tsx";
import { Pagination } from "#ui/lists/pagination.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import { type CampaignProgress, DELIVERY_STATES, type DeliveryState } from "../rules/campaign.ts";
import type { CampaignReply } from "./campaign-controls.tsx";
import { TEXTS } from "./emails-texts.ts";

/** A campaign's mail. `reason`: why it was not sent. */
export type DeliveryView = {
  readonly mailId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly reason: string | undefined;
  readonly at: Date;
};
/** `rows`: mails in this `state`, of `found` in all. */
type Props = {
  state: DeliveryState;
  rows: readonly DeliveryView[];
  found: number;
  page: number;
  perPage: number;
  progress: CampaignProgress;
};

/** The mails of a campaign by state, with decisions about unknown results. */
export function DeliveriesCard({ state, rows, found, page, perPage, progress }: Props) {
  return (
    <AdminCard title={TEXTS.report} flush>
      <nav aria-label={TEXTS.report} className="delivery-states">
        {DELIVERY_STATES.map((each) => (
          <Link
            key={each}
            to={`?state=${each}`}
            replace
            preventScrollReset
            aria-current={each === state ? "page" : undefined}
            data-alert={(each === "unknown" && progress.unknown > 0) || undefined}
          >
            <b>{TEXTS.count(progress[each])}</b> {TEXTS.delivery[each]}
          </Link>
        ))}
      </nav>
      {state === "unknown" && found > 0 && (
        <div className="p-5">
          <Note tone="warn" title={TEXTS.unknownNote}>
            <Decisions mailId="all" labels={{ resend: TEXTS.resendAll, leave: TEXTS.leaveAll }} />
          </Note>
        </div>
      )}
      <DataTable
        caption={TEXTS.delivery[state]}
        rows={rows}
        rowKey={({ mailId }) => mailId}
        empty={<p className="p-5 text-muted">{TEXTS.noDeliveries}</p>}
        columns={[
          ...COLUMNS,
          ...(state === "unknown"
            ? [
                {
                  id: "choice",
                  header: TEXTS.column.choice,
                  card: "bare" as const,
                  cell: ({ mailId }: DeliveryView) => (
                    <Decisions mailId={mailId} labels={{ resend: TEXTS.resend, leave: TEXTS.leaveIt }} />
                  ),
                },
              ]
            : []),
        ]}
      />
      <Pagination page={page} perPage={perPage} total={found} />
    </AdminCard>
  );
}

const COLUMNS: readonly Column<DeliveryView>[] = [
  {
    id: "name",
    header: TEXTS.column.name,
    card: "title",
    cell: ({ firstName, lastName, email }) => (
      <>
        {`${firstName} ${lastName}`.trim() || email}
        <span className="block wrap-anywhere text-muted text-sm">
          <EmailText address={email} />
        </span>
      </>
    ),
  },
  { id: "reason", header: TEXTS.column.reason, cell: ({ reason }) => reasonText(reason) },
  {
    id: "date",
    header: TEXTS.column.date,
    end: true,
    cell: ({ at }) => `${formatsIn("fr").date(at, "short")}, ${formatsIn("fr").date(at, "clock")}`,
  },
];

/** Why a mail was not sent, in words; status codes of the mail server unchanged. */
function reasonText(reason: string | undefined): string {
  if (reason === undefined) return "–";
  if (reason === "left") return TEXTS.left;
  const refusal = MAIL_REFUSALS.find((each): each is MailRefusal => each === reason);
  return refusal ? TEXTS.refusal[refusal] : reason;
}

/** Buttons: resend, or leave it. `mailId`: "all" for all mails with an unknown result. */
function Decisions({ mailId, labels }: { mailId: string; labels: { resend: string; leave: string } }) {
  const { Form, isBusy } = useSubmission<CampaignReply>({
    intent: "settle",
    onReply: (reply) => (reply.refused ? toastError(errorOf(reply) ?? "") : toastSuccess(reply.text ?? "")),
  });
  return (
    <Allowed right="campaigns.write">
      <ShopFormFrame form={{ Form, intent: "settle" }} fields={{ mailId }} className="flex flex-wrap gap-2">
        {(["resend", "leave"] as const).map((decision) => (
          <Button key={decision} type="submit" name="decision" value={decision} variant="outline" size="sm" busy={isBusy}>
            {labels[decision]}
          </Button>
        ))}
      </ShopFormFrame>
    </Allowed>
  );
}
