/** Summary of a campaign, with the buttons that test and send it. */
import { useState } from "react";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { errorOf, type FormReply } from "#ui/forms/reply.ts";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { MailCheck, Send } from "#ui/icons.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import type { CampaignTextProblem } from "../rules/campaign-templates.ts";
import type { Selection } from "../rules/recipient-selection.ts";
import type { DraftForm } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

/**
 * Reply of /admin/emails. Errors are whole sentences of the specification. `to`: where the test went.
 * `count`: recipients.
 */
export type EmailsReply = FormReply<"test" | "count" | "send"> & {
  readonly to?: string;
  readonly count?: { readonly reachable: number; readonly refused: number };
};

/** `code`: the promotion code's discount and end, in words. `recipientCount`: how many recipients. */
type Props = {
  draft: DraftForm;
  problem: CampaignTextProblem | "markup" | undefined;
  templateName: string;
  lotteryTitle: string | undefined;
  code: string | undefined;
  selection: Selection;
  recipientCount: number;
  requestKey: string;
};

/** Counts the recipients before it asks to confirm. */
export function SendCard({ draft, problem, templateName, lotteryTitle, code, selection, recipientCount, requestKey }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [count, setCount] = useState<{ reachable: number; refused: number }>();
  const fields = { ...draft, recipients: JSON.stringify(selection), requestKey };
  const onReply = (reply: EmailsReply) => {
    if (reply.count) return setCount(reply.count);
    if (reply.to !== undefined) return toastSuccess(TEXTS.testSent(reply.to));
    setAsking(false);
    toastError(errorOf(reply) ?? "");
  };
  const counting = useSubmission<EmailsReply>({ intent: "count", onReply }).fetcher;
  const testing = useSubmission<EmailsReply>({ intent: "test", onReply }).fetcher;

  function ask() {
    if (lotteryTitle === undefined || recipientCount === 0) return toastError(TEXTS.chooseFirst, { id: "campaign" });
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
          {TEXTS.send(recipientCount)}
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
      <ConfirmDialog<EmailsReply>
        open={isAsking}
        onClose={() => setAsking(false)}
        intent="send"
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
        confirmLabel={TEXTS.confirmSend(count?.reachable ?? recipientCount)}
        busyLabel={TEXTS.sending}
        tone="plain"
        needsReauth
        fields={fields}
        say={(sentence) => sentence}
        closesOnRefusal
      />
    </AdminCard>
  );
}
