/** The question before staff begin a break or an exclusion for somebody who asked for it, and what is said afterwards. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import {
  EXCLUSIONS,
  type ExclusionLength,
  LONGEST_REST_REASON,
  PAUSES,
  type PauseLength,
  WAYS_ASKED,
} from "#features/accounts/rules/safer-play.ts";
import { type Typed, useTypedBefore } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/fields/field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useUserDone } from "./user-done.ts";

export type RestReply = {
  readonly intent: "rest";
  readonly error: "not_longer" | "reason_needed" | "failed" | undefined;
  /** When it ends, in milliseconds. */
  readonly until: number | undefined;
  readonly typed?: Typed<"userId" | "rest" | "asked" | "reason">;
};
const REFUSED = { failed: "restFailed", not_longer: "restNotLonger" } as const;
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

export function StartRestDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  const done = useUserDone();
  const fetcher = useFetcher<RestReply>({ key: `rest-${user?.id}` });
  useReply(fetcher, (reply) => {
    if (reply.error !== undefined) return;
    onClose();
    toastSuccess(done(reply));
  });
  const sent = useAnswer(fetcher, "rest", user !== undefined);
  const before = useTypedBefore<"userId" | "rest" | "asked" | "reason">("rest");
  const typed = before?.userId === user?.id ? before : undefined;
  const error = fetcher.state === "idle" ? sent?.error : undefined;
  return (
    <ConfirmDialog
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("users.restTitle", { name: user?.name ?? "" })}
      description={t("users.restText")}
      confirmLabel={t("users.restConfirm")}
      fetcher={fetcher}
      needsProof
      fields={{ intent: "rest", userId: user?.id ?? "" }}
    >
      {error !== undefined && error !== "reason_needed" && (
        <Note tone="danger" role="alert" title={t(`users.${REFUSED[error]}`)} />
      )}
      <Field id="rest" label={t("users.restLength")}>
        <select id="rest" name="rest" defaultValue={typed?.rest} className="input">
          <optgroup label={t("users.restPause")}>
            {(Object.keys(PAUSES) as PauseLength[]).map((length) => (
              <option key={length} value={`pause-${length}`}>
                {`${t("users.restPause")}, ${t(`users.restLengths.${length}`)}`}
              </option>
            ))}
          </optgroup>
          <optgroup label={t("users.restExclusion")}>
            {(Object.keys(EXCLUSIONS) as ExclusionLength[]).map((length) => (
              <option key={length} value={`exclusion-${length}`}>
                {`${t("users.restExclusion")}, ${t(`users.restLengths.${length}`)}`}
              </option>
            ))}
          </optgroup>
        </select>
      </Field>
      <Field id="rest-asked" label={t("users.restAsked")}>
        <select id="rest-asked" name="asked" defaultValue={typed?.asked} className="input">
          {WAYS_ASKED.map((way) => (
            <option key={way} value={way}>
              {t(`users.restWays.${way}`)}
            </option>
          ))}
        </select>
      </Field>
      <TextArea
        id="rest-reason"
        name="reason"
        defaultValue={typed?.reason}
        label={t("users.restReason")}
        hint={t("users.restReasonHint")}
        error={error === "reason_needed" ? t("users.restReasonNeeded") : undefined}
        maxLength={LONGEST_REST_REASON}
        rows={3}
        required
      />
    </ConfirmDialog>
  );
}
