import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { formatsIn } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { findCampaignTemplate } from "../rules/campaign-templates.ts";
import type { CampaignProgress, CampaignState } from "../rules/campaign.ts";
import { TEXTS } from "./emails-texts.ts";

type CampaignRow = {
  readonly id: string;
  readonly template: string;
  readonly state: CampaignState;
  readonly createdAt: Date;
  readonly lottery: { readonly title: string } | undefined;
  readonly progress: CampaignProgress;
};

/** Colour of the badge by state. */
export const CAMPAIGN_TONES = {
  draft: "draft",
  sending: "active",
  paused: "draft",
  cancelled: "cancelled",
  done: "completed",
} as const satisfies Record<CampaignState, string>;

/** Table of all campaigns, newest first. */
export function CampaignsTable({ campaigns }: { campaigns: readonly CampaignRow[] }) {
  const { date } = formatsIn("fr");
  return (
    <DataTable
      caption={TEXTS.campaigns}
      rows={campaigns}
      rowKey={({ id }) => id}
      empty={<p className="p-5 text-muted">{TEXTS.noCampaigns}</p>}
      columns={[
        {
          id: "mail",
          header: TEXTS.column.mail,
          card: "title",
          cell: (campaign) => (
            <>
              <Link to={`/admin/emails/${campaign.id}`} className="link">
                {findCampaignTemplate(campaign.template)?.name ?? campaign.template}
              </Link>
              <span className="block text-muted text-sm">{campaign.lottery?.title}</span>
            </>
          ),
        },
        {
          id: "state",
          header: TEXTS.column.state,
          cell: ({ state }) => <Badge tone={CAMPAIGN_TONES[state]}>{TEXTS.state[state]}</Badge>,
        },
        {
          id: "sent",
          header: TEXTS.column.sent,
          end: true,
          cell: ({ progress }) => TEXTS.sentOf(progress.sent, progress.total),
        },
        {
          id: "date",
          header: TEXTS.column.date,
          end: true,
          cell: ({ createdAt }) => `${date(createdAt, "short")}, ${date(createdAt, "time")}`,
        },
      ]}
    />
  );
}
