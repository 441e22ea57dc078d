/** The last look before a campaign leaves, a test to oneself, and the question that asks once more with the number of its readers. */
import { useState } from "react";
import { useFetcher } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { MailCheck, Send } from "#ui/icons.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { CampaignTextProblem } from "../rules/campaign-templates.ts";
import type { Selection } from "../rules/recipient-selection.ts";
import type { DraftForm } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

/** `refused` carries the sentence that the specification has for it. */
export type EmailsReply =
  | { readonly kind: "test"; readonly to: string }
  | { readonly kind: "count"; readonly reachable: number; readonly refused: number }
  | { readonly kind: "refused"; readonly text: string };

type Props = {
  draft: DraftForm;
  problem: CampaignTextProblem | "markup" | undefined;
  templateName: string;
  lotteryTitle: string | undefined;
  /** Of the code that goes with the mail, if one does: percent and last day. */
  code: string | undefined;
  selection: Selection;
  selected: number;
  requestKey: string;
};

export function SendCard({ draft, problem, templateName, lotteryTitle, code, selection, selected, requestKey }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [count, setCount] = useState<{ reachable: number; refused: number }>();
  const counting = useFetcher<EmailsReply>();
  const testing = useFetcher<EmailsReply>();
  const sending = useFetcher<EmailsReply>();
  const fields = { ...draft, recipients: JSON.stringify(selection), requestKey };
  const say = (reply: EmailsReply) => {
    if (reply.kind === "test") return toastSuccess(TEXTS.testSent(reply.to));
    if (reply.kind === "count") return setCount(reply);
    setAsking(false);
    toastError(reply.text);
  };
  useReply(counting, say);
  useReply(testing, say);
  useReply(sending, say);

  function ask() {
    if (lotteryTitle === undefined || selected === 0) return toastError(TEXTS.chooseFirst, { id: "campaign" });
    if (problem) return toastError(sayProblem(problem, draft), { id: "campaign" });
    setCount(undefined);
    setAsking(true);
    void counting.submit({ ...fields, intent: "count" }, { method: "post" });
  }

  return (
    <AdminCard>
      <DefinitionList
        rows={[
          { id: "template", term: TEXTS.summaryTemplate, value: templateName },
          { id: "lottery", term: TEXTS.summaryLottery, value: lotteryTitle ?? TEXTS.noLottery },
          ...(code === undefined ? [] : [{ id: "code", term: TEXTS.summaryCode, value: code }]),
          { id: "leave", term: TEXTS.summaryLeave, value: TEXTS.leave },
        ]}
      />
      <div className="mt-5 grid gap-2.5">
        <Button full icon={<Send size={18} strokeWidth={1.6} aria-hidden="true" />} onClick={ask}>
          {TEXTS.send(selected)}
        </Button>
        <Button
          full
          variant="outline"
          icon={<MailCheck size={18} strokeWidth={1.6} aria-hidden="true" />}
          busy={testing.state !== "idle"}
          busyLabel={TEXTS.testBusy}
          onClick={() => {
            if (lotteryTitle === undefined) return toastError(TEXTS.chooseFirst, { id: "campaign" });
            if (problem) return toastError(sayProblem(problem, draft), { id: "campaign" });
            void testing.submit({ ...draft, intent: "test" }, { method: "post" });
          }}
        >
          {TEXTS.test}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={TEXTS.confirmTitle(templateName)}
        description={
          count ? (
            <>
              {TEXTS.confirmCount(count.reachable)}
              {count.refused > 0 && ` ${TEXTS.confirmRefused(count.refused)}`}
              {code !== undefined && ` ${TEXTS.confirmCode}`}
            </>
          ) : (
            TEXTS.confirmCounting
          )
        }
        confirmLabel={TEXTS.confirmSend(count?.reachable ?? selected)}
        busyLabel={TEXTS.sending}
        tone="plain"
        fetcher={sending}
        needsProof
        fields={{ ...fields, intent: "send" }}
      />
    </AdminCard>
  );
}
