/** What can be ordered of a campaign that is under way: pause, resume, call off. */
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { AskButton, useAsked } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { Pause, Play, X } from "#ui/icons.ts";
import { type CampaignOrder, type CampaignProgress, type CampaignState, stateAfter } from "../rules/campaign.ts";
import { TEXTS } from "./emails-texts.ts";

/** Of an order, or of what was unknown. */
export type CampaignReply = { readonly intent: CampaignOrder | "settle" } & (
  | { readonly text: string }
  | { readonly error: string }
);

type Props = { state: CampaignState; progress: CampaignProgress };

const ICONS = { start: Play, pause: Pause, resume: Play } as const;

export function CampaignControls({ state, progress }: Props) {
  const fetcher = useFetcher<CampaignReply>();
  const [isAsking, setAsking] = useAsked("cancel");
  const answer = useAnswer(fetcher, "cancel", isAsking);
  useReply(fetcher, (reply) => {
    setAsking(false);
    if ("error" in reply) return toastError(reply.error);
    toastSuccess(reply.text);
  });
  const may = (order: CampaignOrder) => stateAfter(order, state) !== undefined;
  return (
    <Allowed right="campaigns.write">
      {(["start", "pause", "resume"] as const).filter(may).map((order) => {
        const Icon = ICONS[order];
        return (
          <fetcher.Form key={order} method="post" className="contents" {...(order === "start" && { "data-needs-proof": "" })}>
            <Button
              type="submit"
              name="intent"
              value={order}
              variant={order === "pause" ? "outline" : "gold"}
              size="sm"
              icon={<Icon size={16} strokeWidth={1.8} aria-hidden="true" />}
              busy={fetcher.state !== "idle" && !isAsking}
            >
              {TEXTS[order]}
            </Button>
          </fetcher.Form>
        );
      })}
      {may("cancel") && (
        <AskButton
          ask="cancel"
          variant="danger"
          size="sm"
          icon={<X size={16} strokeWidth={1.8} aria-hidden="true" />}
          onAsk={() => setAsking(true)}
        >
          {TEXTS.cancel}
        </AskButton>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={TEXTS.cancelTitle}
        description={TEXTS.cancelNote(progress.queued)}
        confirmLabel={TEXTS.cancel}
        fetcher={fetcher}
        fields={{ intent: "cancel" }}
        said={answer && "error" in answer ? answer.error : undefined}
      />
    </Allowed>
  );
}
