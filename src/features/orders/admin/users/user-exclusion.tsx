/** The dialog that excludes a player who asked for it by post, telephone or e-mail. */
import { useTranslation } from "react-i18next";
import {
  EXCLUSIONS,
  type ExclusionLength,
  LONGEST_EXCLUSION_REASON,
  PAUSES,
  type PauseLength,
  REQUEST_CHANNELS,
} from "#features/accounts/rules/person/safer-play.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-field.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { useUserDone } from "./user-done.ts";

/** `until`: the end of the exclusion, in ms. */
export type ExclusionReply = FormReply<"rest", "not_longer" | "reason_needed" | "failed"> & {
  readonly until?: number | undefined;
};
/** The text of each refusal. */
const REFUSAL_TEXTS = { failed: "restFailed", not_longer: "restNotLonger", reason_needed: "restReasonNeeded" } as const;
type Props = { user: { readonly id: string; readonly name: string } | undefined; onClose: () => void };

/** Open while there is a user. */
export function StartExclusionDialog({ user, onClose }: Props) {
  const { t } = useTranslation("admin-people");
  return (
    <ConfirmDialog<ExclusionReply>
      open={user !== undefined}
      onClose={onClose}
      intent="rest"
      title={t("users.restTitle", { name: user?.name ?? "" })}
      description={t("users.restText")}
      confirmLabel={t("users.restConfirm")}
      needsReauth
      fields={{ userId: user?.id ?? "" }}
      say={(code) => t(`users.${REFUSAL_TEXTS[code]}`)}
      done={useUserDone()}
    >
      {(form) => (
        <>
          <SelectField
            id="rest"
            {...form.field("rest")}
            label={t("users.restLength")}
            options={[
              ...(Object.keys(PAUSES) as PauseLength[]).map((length) => ({
                value: `pause-${length}`,
                label: `${t("users.restPause")}, ${t(`users.restLengths.${length}`)}`,
              })),
              ...(Object.keys(EXCLUSIONS) as ExclusionLength[]).map((length) => ({
                value: `exclusion-${length}`,
                label: `${t("users.restExclusion")}, ${t(`users.restLengths.${length}`)}`,
              })),
            ]}
          />
          <SelectField
            id="rest-asked"
            {...form.field("asked")}
            label={t("users.restAsked")}
            options={REQUEST_CHANNELS.map((way) => ({ value: way, label: t(`users.restWays.${way}`) }))}
          />
          <TextArea
            {...form.field("reason")}
            id="rest-reason"
            label={t("users.restReason")}
            hint={t("users.restReasonHint")}
            maxLength={LONGEST_EXCLUSION_REASON}
            rows={3}
            required
          />
        </>
      )}
    </ConfirmDialog>
  );
}
