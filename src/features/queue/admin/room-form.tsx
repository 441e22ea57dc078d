/** The form and the buttons with which staff set, pause and close a draw's waiting room. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useActionData } from "react-router";
import { londonInstant } from "#shared/dates/dates.ts";
import { readNumber } from "#shared/text/typed-number.ts";
import { Button } from "#ui/button.tsx";
import { DialogButton, useDialogOpen } from "#ui/feedback/dialog-button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { LIMITS, type RoomPlan } from "../rules/admission.ts";

/** The value of the field `intent` in the forms of this page. */
export const ROOM_INTENTS = ["set", "pause", "resume", "close"] as const;
type RoomIntent = (typeof ROOM_INTENTS)[number];

/**
 * `bad_plan`: a number is out of range. `bad_time`: the opening time is invalid. `over`: sales have ended.
 */
export type RoomReply = FormReply<RoomIntent, "bad_plan" | "bad_time" | "over" | "not_found" | "changed_meanwhile" | "failed">;

type Props = {
  room: {
    readonly isOn: boolean;
    /** Detects that a colleague has saved meanwhile. */
    readonly version: string;
    /** `drawn`: how many visitors got a random place at the opening; undefined before it. */
    readonly live: { readonly drawn: number | undefined } | undefined;
    readonly plan: Omit<RoomPlan, "opensAt"> & { readonly opensAt: string };
  };
  /** The reply to the form of a room that is closed now; this form does not show it. */
  replyBeforeClosing: RoomReply | undefined;
};

/**
 * Shows the toast after a room was set. The page calls it, because the form is mounted again and would
 * repeat it.
 */
export function useRoomSet(): void {
  const { t } = useTranslation("admin-lotteries");
  const reply = useActionData<RoomReply>();
  useEffect(() => {
    if (reply?.intent === "set" && !reply.refused) toastSuccess(t("queue.done.set"));
  }, [reply, t]);
}

/** The number fields of the form, by the setting that each holds. */
const NUMBERS = { gather_minutes: "gatherMinutes", per_minute: "perMinute", most_inside: "mostInside" } as const;
type NumberName = keyof typeof NUMBERS;

const isInRange = (name: NumberName, text: string) => readNumber(text, { decimals: 0, ...LIMITS[NUMBERS[name]] }).ok;

/** Sets the plan; once the order is drawn, the opening can no longer change. */
export function RoomForm({ room: { isOn, live, version, plan }, replyBeforeClosing }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { number: formatNumber } = useFormat();
  const rangeProblem = (name: NumberName) => {
    const { least, most } = LIMITS[NUMBERS[name]];
    return t("queue.errors.number", { least: formatNumber(least), most: formatNumber(most) });
  };
  const form = useShopForm<RoomReply>({
    intent: "set",
    navigates: true,
    isMine: (reply) => reply !== replyBeforeClosing,
    say: (code, field) => (field in NUMBERS ? rangeProblem(field as NumberName) : t(`queue.errors.${code}`)),
  });
  const shownVersion = useDisplayedVersion(version, form.reply);
  const isOpen = isOn && live?.drawn !== undefined;
  const numberField = (name: NumberName) =>
    ({
      ...form.field(name, String(plan[NUMBERS[name]])),
      inputMode: "numeric",
      "aria-required": true,
      problemOf: (text: string) => (isInRange(name, text) ? undefined : rangeProblem(name)),
      isAnnounced: form.isRefused,
    }) as const;
  return (
    <ShopFormFrame form={form} fields={{ version: shownVersion }} className="grid gap-5">
      <TypedGuard isUnsaved={form.isRefused} saved={form.isDone ? form.reply : undefined} />
      <FormProblem form={form} />
      <div className="form-triple">
        {!isOpen && (
          <>
            <TextField
              {...form.field("opens_at", plan.opensAt)}
              label={t("queue.field.opensAt")}
              type="datetime-local"
              hint={t("queue.hint.opensAt")}
            />
            <NumberField {...numberField("gather_minutes")} label={t("queue.field.gather")} hint={t("queue.hint.gather")} />
          </>
        )}
        {isOpen && <input type="hidden" name="gather_minutes" value={plan.gatherMinutes} />}
        <NumberField {...numberField("per_minute")} label={t("queue.field.perMinute")} hint={t("queue.hint.perMinute")} />
        <NumberField {...numberField("most_inside")} label={t("queue.field.mostInside")} hint={t("queue.hint.mostInside")} />
      </div>
      <Button type="submit" size="sm" className="justify-self-start" variant={isOn ? "outline" : "gold"} busy={form.isBusy}>
        {t(isOn ? "queue.save" : "queue.switchOn")}
      </Button>
    </ShopFormFrame>
  );
}

function useRoomTexts() {
  const { t } = useTranslation("admin-lotteries");
  return {
    say: (code: CodeOf<RoomReply>) => t(`queue.errors.${code}`),
    done: ({ intent }: RoomReply) => t(`queue.done.${intent}`),
  };
}

function Pause({ intent }: { intent: "pause" | "resume" }) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <ActionButton<RoomReply> intent={intent} {...useRoomTexts()} formClassName="contents" variant="outline" size="sm">
      {t(`queue.${intent}`)}
    </ActionButton>
  );
}

function Close({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation("admin-lotteries");
  const [isDialogOpen, setOpen] = useDialogOpen("close");
  return (
    <>
      <DialogButton dialog="close" variant="danger" size="sm" onOpen={() => setOpen(true)}>
        {t("queue.close")}
      </DialogButton>
      <ConfirmDialog<RoomReply>
        open={isDialogOpen}
        onClose={() => setOpen(false)}
        intent="close"
        title={t("queue.closeTitle")}
        description={t("queue.closeText")}
        confirmLabel={t("queue.close")}
        {...useRoomTexts()}
        onDone={onClosed}
        closesOnRefusal
      />
    </>
  );
}

/** Pause or resume, and close. `onClosed` runs after the room was closed. */
export function RoomActions({ isPaused, isOpen, onClosed }: { isPaused: boolean; isOpen: boolean; onClosed: () => void }) {
  return (
    <>
      {(isOpen || isPaused) && <Pause intent={isPaused ? "resume" : "pause"} />}
      <Close onClosed={onClosed} />
    </>
  );
}

type TypedPlan = Readonly<Record<NumberName | "opens_at", string>>;

/** The fields that an error belongs to; "" is the whole form. */
export function fieldsOfError(error: string, typed: TypedPlan): readonly string[] {
  if (error === "bad_time") return ["opens_at"];
  if (error !== "bad_plan") return [""];
  return (Object.keys(NUMBERS) as NumberName[]).filter((name) => !isInRange(name, typed[name]));
}

/** Reads the form. Without an opening time, the draw's own applies; numbers that cannot be read are NaN. */
export function readPlan({ opens_at: typed, ...numbers }: TypedPlan): RoomPlan | "bad_time" {
  const opensAt = typed === "" ? undefined : londonInstant(typed);
  if (typed !== "" && !opensAt) return "bad_time";
  const number = (name: NumberName) => {
    const read = readNumber(numbers[name], { decimals: 0 });
    return read.ok ? read.value : Number.NaN;
  };
  return { opensAt, gatherMinutes: number("gather_minutes"), perMinute: number("per_minute"), mostInside: number("most_inside") };
}
