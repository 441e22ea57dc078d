import { Allowed } from "#ui/allowed.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { Pause, Play, X } from "#ui/icons.ts";
import { type CampaignOrder, type CampaignProgress, type CampaignState, stateAfter } from "../rules/campaign.ts";
import { TEXTS } from "./emails-texts.ts";

/**
 * `text`: the sentence after a successful action. `settle`: staff decide about mails with an unknown
 * result.
 */
export type CampaignReply = FormReply<CampaignOrder | "settle"> & { readonly text?: string };

type Props = { state: CampaignState; progress: CampaignProgress };

/** Errors and successes are whole sentences already. */
const REPLY_TEXTS = { say: (sentence: string) => sentence, done: ({ text }: CampaignReply) => text };

const ICONS = { start: Play, pause: Pause, resume: Play } as const;

/** Buttons for what is possible in the campaign's state. */
export function CampaignControls({ state, progress }: Props) {
  const [isAsking, setAsking] = useDialogOpen("cancel");
  const may = (order: CampaignOrder) => stateAfter(order, state) !== undefined;
  return (
    <Allowed right="campaigns.write">
      {(["start", "pause", "resume"] as const).filter(may).map((order) => {
        const Icon = ICONS[order];
        return (
          <ActionButton<CampaignReply>
            key={order}
            intent={order}
            {...REPLY_TEXTS}
            needsReauth={order === "start"}
            formClassName="contents"
            variant={order === "pause" ? "outline" : "gold"}
            size="sm"
            icon={<Icon size={16} strokeWidth={1.8} aria-hidden="true" />}
          >
            {TEXTS[order]}
          </ActionButton>
        );
      })}
      {may("cancel") && (
        <DialogButton
          dialog="cancel"
          variant="danger"
          size="sm"
          icon={<X size={16} strokeWidth={1.8} aria-hidden="true" />}
          onOpen={() => setAsking(true)}
        >
          {TEXTS.cancel}
        </DialogButton>
      )}
      <ConfirmDialog<CampaignReply>
        open={isAsking}
        onClose={() => setAsking(false)}
        intent="cancel"
        title={TEXTS.cancelTitle}
        description={TEXTS.cancelNote(progress.queued)}
        confirmLabel={TEXTS.cancel}
        {...REPLY_TEXTS}
        closesOnRefusal
      />
    </Allowed>
  );
}
