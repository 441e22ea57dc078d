import { useState } from "react";
import {
  CAMPAIGN_TEMPLATES,
  campaignTemplates,
  type CampaignTemplate,
  type CampaignTemplateId,
} from "../rules/campaign-templates.ts";

type Texts = Pick<CampaignTemplate, "subject" | "content">;

const FIRST = CAMPAIGN_TEMPLATES[0]?.id ?? "lottery-launch";

/** The draft of a campaign. Each template keeps its own edited text. `firstLotteryId`: chosen at first. */
export function useDraft(firstLotteryId: string | undefined) {
  const [templateId, setTemplate] = useState<CampaignTemplateId>(FIRST);
  const [lotteryId, setLottery] = useState(firstLotteryId ?? "");
  const [edited, setEdited] = useState<Partial<Record<CampaignTemplateId, Texts>>>({});
  const template = campaignTemplates().find(({ id }) => id === templateId);
  const texts = edited[templateId] ?? { subject: template?.subject ?? "", content: template?.content ?? "" };
  return {
    template,
    draft: { template: templateId, lotteryId, subject: texts.subject, content: texts.content },
    isEdited: edited[templateId] !== undefined,
    isAnyEdited: Object.values(edited).some((each) => each !== undefined),
    setTemplate,
    setLottery,
    write: (change: Partial<Texts>) => setEdited((before) => ({ ...before, [templateId]: { ...texts, ...change } })),
    reset: () => setEdited((before) => ({ ...before, [templateId]: undefined })),
  };
}
