/** The last look before a campaign leaves, a test to oneself, and the question that asks once more with the number of its readers. */
import { MailCheck, Send } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { CampaignTextProblem } from "../rules/campaign-templates.ts";
import type { Selection } from "../rules/recipient-selection.ts";
import type { DraftForm } from "./emails-form.ts";
import { sayProblem, WORDS } from "./emails-words.ts";

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
    if (reply.kind === "test") return toastSuccess(WORDS.testSent(reply.to));
    if (reply.kind === "count") return setCount(reply);
    setAsking(false);
    toastError(reply.text);
  };
  useReply(counting, say);
  useReply(testing, say);
  useReply(sending, say);

  function ask() {
    if (lotteryTitle === undefined || selected === 0) return toastError(WORDS.chooseFirst, { id: "campaign" });
    if (problem) return toastError(sayProblem(problem, draft), { id: "campaign" });
    setCount(undefined);
    setAsking(true);
    void counting.submit({ ...fields, intent: "count" }, { method: "post" });
  }

  return (
    <AdminCard>
      <DefinitionList
        rows={[
          { id: "template", term: WORDS.summaryTemplate, value: templateName },
          { id: "lottery", term: WORDS.summaryLottery, value: lotteryTitle ?? WORDS.noLottery },
          ...(code === undefined ? [] : [{ id: "code", term: WORDS.summaryCode, value: code }]),
          { id: "leave", term: WORDS.summaryLeave, value: WORDS.leave },
        ]}
      />
      <div className="mt-5 grid gap-2.5">
        <Button full icon={<Send size={18} strokeWidth={1.6} aria-hidden="true" />} onClick={ask}>
          {WORDS.send(selected)}
        </Button>
        <Button
          full
          variant="outline"
          icon={<MailCheck size={18} strokeWidth={1.6} aria-hidden="true" />}
          busy={testing.state !== "idle"}
          busyLabel={WORDS.testBusy}
          onClick={() => {
            if (lotteryTitle === undefined) return toastError(WORDS.chooseFirst, { id: "campaign" });
            if (problem) return toastError(sayProblem(problem, draft), { id: "campaign" });
            void testing.submit({ ...draft, intent: "test" }, { method: "post" });
          }}
        >
          {WORDS.test}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={WORDS.confirmTitle(templateName)}
        description={
          count ? (
            <>
              {WORDS.confirmCount(count.reachable)}
              {count.refused > 0 && ` ${WORDS.confirmRefused(count.refused)}`}
              {code !== undefined && ` ${WORDS.confirmCode}`}
            </>
          ) : (
            WORDS.confirmCounting
          )
        }
        confirmLabel={WORDS.confirmSend(count?.reachable ?? selected)}
        busyLabel={WORDS.sending}
        tone="plain"
        fetcher={sending}
        needsProof
        fields={{ ...fields, intent: "send" }}
      />
    </AdminCard>
  );
}
