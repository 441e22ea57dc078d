/** The replies of the page of a dispute to its forms. */
import { useTranslation } from "react-i18next";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import type { NoteError } from "../../server/disputes/evidence/change-evidence.ts";
import type { MarkError, UnmarkError } from "../../server/disputes/evidence/mark-sent.ts";
import type { SendError } from "../../server/disputes/evidence/send-evidence.ts";

export const EVIDENCE_INTENTS = ["note", "remove-file", "send-evidence", "mark-sent", "unmark-sent"] as const;

type Refusal = Exclude<NoteError | SendError | MarkError | UnmarkError, "forbidden" | "reauth_needed">;
export type EvidenceReply = FormReply<(typeof EVIDENCE_INTENTS)[number], Refusal | "failed">;

export function useEvidenceTexts() {
  const { t } = useTranslation("admin-orders");
  return {
    say: (code: CodeOf<EvidenceReply>) => t(`disputes.problems.${code}`),
    done: ({ intent }: EvidenceReply) => t(`disputes.done.${DONE[intent]}`),
  };
}

const DONE = {
  note: "note",
  "send-evidence": "send",
  "remove-file": "remove",
  "mark-sent": "mark",
  "unmark-sent": "unmark",
} as const;
