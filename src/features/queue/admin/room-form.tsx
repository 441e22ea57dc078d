/** What is set for a waiting room: when it opens, how fast people come in, a pause, and its end. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form, useActionData, useFetcher } from "react-router";
import { londonInstant } from "#shared/dates.ts";
import { readNumber } from "#shared/typed-number.ts";
import { Button } from "#ui/button.tsx";
import { AskButton, useAsked } from "#ui/feedback/asked.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useDrawnVersion } from "#ui/fields/use-drawn-version.ts";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { LIMITS, type RoomPlan } from "../rules/admission.ts";

type Props = {
  room: {
    readonly isOn: boolean;
    readonly version: string;
    readonly live: { readonly drawn: number | undefined } | undefined;
    /** `opensAt` as the field has it. */
    readonly plan: Omit<RoomPlan, "opensAt"> & { readonly opensAt: string };
  };
  /** The last answer, if it saved nothing. */
  refused: RoomReply | undefined;
  /** The last answer, if it saved what is set. */
  saved: object | undefined;
};

/** Of the page and not of the form: a room that is switched on has another form, which would say it once more. */
export function useRoomSet(): void {
  const { t } = useTranslation("admin-lotteries");
  const reply = useActionData<RoomReply>();
  useEffect(() => {
    if (reply?.intent === "set" && reply.error === undefined) toastSuccess(t("queue.done.set"));
  }, [reply, t]);
}

export function RoomForm({ room: { isOn, live, version, plan: set }, refused, saved }: Props) {
  const { t } = useTranslation("admin-lotteries");
  const { number: grouped } = useFormat();
  const { error, typed } = refused ?? {};
  const drawn = useDrawnVersion(version, refused ?? saved);
  const plan = { ...set, ...typed };
  const isDrawn = isOn && live?.drawn !== undefined;
  const isRefused = error === "bad_plan";
  const number = (name: keyof typeof LIMITS) => {
    const problemOf = (text: string) =>
      readNumber(text, { decimals: 0, ...LIMITS[name] }).ok
        ? undefined
        : t("queue.errors.number", { least: grouped(LIMITS[name].least), most: grouped(LIMITS[name].most) });
    return {
      inputMode: "numeric",
      "aria-required": true,
      defaultValue: plan[name],
      problemOf,
      error: isRefused ? problemOf(String(plan[name])) : undefined,
      isAnnounced: isRefused,
    } as const;
  };
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="version" value={drawn} />
      <TypedGuard isUnsaved={typed !== undefined} saved={saved} />
      {error && error !== "bad_time" && !isRefused && <Note tone="danger" title={t(`queue.errors.${error}`)} role="alert" />}
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
            <NumberField
              {...number("gatherMinutes")}
              label={t("queue.field.gather")}
              name="gather_minutes"
              hint={t("queue.hint.gather")}
            />
          </>
        )}
        {isDrawn && <input type="hidden" name="gather_minutes" value={plan.gatherMinutes} />}
        <NumberField
          {...number("perMinute")}
          label={t("queue.field.perMinute")}
          name="per_minute"
          hint={t("queue.hint.perMinute")}
        />
        <NumberField
          {...number("mostInside")}
          label={t("queue.field.mostInside")}
          name="most_inside"
          hint={t("queue.hint.mostInside")}
        />
      </div>
      <IntentButton intent="set" size="sm" className="justify-self-start" variant={isOn ? "outline" : "gold"}>
        {t(isOn ? "queue.save" : "queue.switchOn")}
      </IntentButton>
    </Form>
  );
}

/** `isOpen`: turns have begun to come. */
export function RoomActions({ isPaused, isOpen, onClosed }: { isPaused: boolean; isOpen: boolean; onClosed: () => void }) {
  return (
    <>
      {(isOpen || isPaused) && <Pause intent={isPaused ? "resume" : "pause"} />}
      <Close onClosed={onClosed} />
    </>
  );
}

function useSaid(): (reply: RoomReply) => void {
  const { t } = useTranslation("admin-lotteries");
  return ({ intent, error }) =>
    error === undefined ? toastSuccess(t(`queue.done.${intent}`)) : toastError(t(`queue.errors.${error}`));
}

/** A form, so that it works before scripts load. */
function Pause({ intent }: { intent: "pause" | "resume" }) {
  const { t } = useTranslation("admin-lotteries");
  const fetcher = useFetcher<RoomReply>();
  useReply(fetcher, useSaid());
  return (
    <fetcher.Form method="post" className="contents">
      <Button type="submit" name="intent" value={intent} variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t(`queue.${intent}`)}
      </Button>
    </fetcher.Form>
  );
}

function Close({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation("admin-lotteries");
  const fetcher = useFetcher<RoomReply>();
  const said = useSaid();
  const [isAsked, setAsked] = useAsked("close");
  useReply(fetcher, (reply) => {
    setAsked(false);
    if (reply.error === undefined) onClosed();
    said(reply);
  });
  return (
    <>
      <AskButton ask="close" variant="danger" size="sm" onAsk={() => setAsked(true)}>
        {t("queue.close")}
      </AskButton>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("queue.closeTitle")}
        description={t("queue.closeText")}
        confirmLabel={t("queue.close")}
        fetcher={fetcher}
        fields={{ intent: "close" }}
      />
    </>
  );
}

export const ROOM_INTENTS = ["set", "pause", "resume", "close"] as const;
type RoomIntent = (typeof ROOM_INTENTS)[number];

/** `bad_time`: the hour of the opening is none. */
export type RoomReply = {
  readonly intent: RoomIntent;
  readonly error: "bad_plan" | "bad_time" | "over" | "not_found" | "changed_meanwhile" | "failed" | undefined;
  /** What was typed, where it is refused. */
  readonly typed?: Readonly<Partial<Record<keyof RoomPlan, string>>> | undefined;
};

const LONGEST_TYPED = 60;

export function typedPlan(form: { get(name: string): string | null }): NonNullable<RoomReply["typed"]> {
  const field = (name: string) => form.get(name)?.slice(0, LONGEST_TYPED);
  const typed = {
    opensAt: field("opens_at"),
    gatherMinutes: field("gather_minutes"),
    perMinute: field("per_minute"),
    mostInside: field("most_inside"),
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}

/** An empty hour leaves it to the draw's own opening. */
export function readPlan(form: { get(name: string): string | null }): RoomPlan | "bad_time" {
  const typed = form.get("opens_at") ?? "";
  const opensAt = typed === "" ? undefined : londonInstant(typed);
  if (typed !== "" && !opensAt) return "bad_time";
  const number = (name: string) => {
    const read = readNumber(form.get(name) ?? "", { decimals: 0 });
    return read.ok ? read.value : Number.NaN;
  };
  return { opensAt, gatherMinutes: number("gather_minutes"), perMinute: number("per_minute"), mostInside: number("most_inside") };
}
