/** What is set for a waiting room: when it opens, and how fast people come in. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, useActionData } from "react-router";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { LIMITS, type RoomPlan } from "../rules/room-plan.ts";
import type { RoomReply } from "./room-reply.ts";

type Props = {
  room: {
    readonly isOn: boolean;
    readonly live: { readonly drawn: number | undefined } | undefined;
    /** `opensAt` as the field has it. */
    readonly plan: Omit<RoomPlan, "opensAt"> & { readonly opensAt: string };
  };
  error: RoomReply["error"];
};

export function RoomForm({ room: { isOn, live, plan }, error }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const reply = useActionData<RoomReply>();
  useEffect(() => {
    if (reply?.intent === "set" && reply.error === undefined) toastSuccess(t("queue.done.set"));
  }, [reply, t]);
  const isDrawn = isOn && live?.drawn !== undefined;
  const numbers = { type: "number", inputMode: "numeric", required: true } as const;
  return (
    <Form method="post" className="grid gap-5">
      {error && error !== "bad_time" && <Note tone="danger" title={t(`queue.errors.${error}`)} role="alert" />}
      <div className="form-triple">
        {!isDrawn && (
          <>
            <TextField
              label={t("queue.field.opensAt")}
              name="opens_at"
              type="datetime-local"
              defaultValue={plan.opensAt}
              hint={t("queue.hint.opensAt")}
              error={error === "bad_time" ? t("queue.errors.bad_time") : undefined}
            />
            <TextField
              {...numbers}
              label={t("queue.field.gather")}
              name="gather_minutes"
              min={LIMITS.gatherMinutes.least}
              max={LIMITS.gatherMinutes.most}
              defaultValue={plan.gatherMinutes}
              hint={t("queue.hint.gather")}
            />
          </>
        )}
        {isDrawn && <input type="hidden" name="gather_minutes" value={plan.gatherMinutes} />}
        <TextField
          {...numbers}
          label={t("queue.field.perMinute")}
          name="per_minute"
          min={LIMITS.perMinute.least}
          max={LIMITS.perMinute.most}
          defaultValue={plan.perMinute}
          hint={t("queue.hint.perMinute")}
        />
        <TextField
          {...numbers}
          label={t("queue.field.mostInside")}
          name="most_inside"
          min={LIMITS.mostInside.least}
          max={LIMITS.mostInside.most}
          defaultValue={plan.mostInside}
          hint={t("queue.hint.mostInside")}
        />
      </div>
      <IntentButton intent="set" size="sm" className="justify-self-start" variant={isOn ? "outline" : "gold"}>
        {t(isOn ? "queue.save" : "queue.switchOn")}
      </IntentButton>
    </Form>
  );
}
