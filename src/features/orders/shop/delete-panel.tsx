/** Deleting one's account: what goes, what stays, what becomes of live tickets, and a word that nobody types by chance. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { DrawDates } from "#shared/draw-dates.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { DrawDatesLine } from "#ui/draw-dates-line.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DELETE_WORD } from "../rules/account-deletion.ts";

export type LiveDraw = {
  readonly id: string;
  readonly title: string;
  readonly dates: DrawDates;
  readonly isFrozen: boolean;
  readonly tickets: number;
};

export type DeleteOutcome = {
  readonly intent: "delete";
  readonly error:
    | "deleteConfirm"
    | "currentPasswordWrong"
    | "tooManyAttempts"
    | "deleteAdmin"
    | "deleteAddressChanged"
    | "deleteError";
  readonly giveUp: boolean;
  readonly forGood: boolean;
  /** The current password was left out. */
  readonly lacksCurrent?: true;
  readonly minutes?: number;
};

type Props = { email: string; live: readonly LiveDraw[]; now: number; outcome: DeleteOutcome | undefined };

export function DeletePanel({ email, live, now, outcome }: Props) {
  const { t } = useTranslation(["profile", "auth"]);
  const word = DELETE_WORD;
  const said =
    outcome && (outcome.error === "deleteConfirm" ? t("deleteConfirm", { word }) : other(outcome.error, outcome.minutes));
  useEffect(() => {
    // Said again after each try that comes to the same.
    if (outcome && said) toastError(said, { id: "delete" });
  }, [outcome, said]);
  const isWrong = outcome?.error === "currentPasswordWrong";
  const isAtField = outcome?.error === "deleteConfirm" || isWrong;
  return (
    <Disclosure title={t("delete.title")} startsOpen={outcome !== undefined} tone="danger">
      <Form id="delete-account" method="post" noValidate preventScrollReset className="grid max-w-[640px] scroll-mt-24 gap-6">
        <p className="text-muted">{t("delete.text")}</p>
        {live.length > 0 ? <LiveTickets live={live} now={now} /> : <p className="text-muted">{t("delete.noneLive")}</p>}
        {live.some((draw) => !draw.isFrozen) && (
          <Checkbox
            name="giveUp"
            label={t("delete.giveUp")}
            description={t("delete.giveUpText")}
            defaultChecked={outcome?.giveUp ?? false}
          />
        )}
        <Checkbox
          name="forGood"
          label={t("delete.forGood")}
          description={t("delete.forGoodText")}
          defaultChecked={outcome?.forGood ?? false}
        />
        {said && !isAtField && <Note tone="danger" role="alert" title={said} />}
        <TextField
          label={t("delete.word", { word })}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={outcome?.error === "deleteConfirm" ? said : undefined}
        />
        <UsernameField email={email} />
        <PasswordField
          id="deletePassword"
          label={t("delete.password")}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={outcome?.lacksCurrent ? t("auth:currentPasswordRequired") : isWrong ? said : undefined}
        />
        <div>
          <IntentButton intent="delete" variant="danger-solid" busyLabel={t("delete.busy")}>
            {t("delete.submit")}
          </IntentButton>
        </div>
      </Form>
    </Disclosure>
  );

  function other(error: Exclude<DeleteOutcome["error"], "deleteConfirm">, minutes = 1): string {
    if (error === "currentPasswordWrong")
      return t(outcome?.lacksCurrent ? "auth:currentPasswordRequired" : "auth:currentPasswordWrong");
    return error === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: minutes }) : t(error);
  }
}

function LiveTickets({ live, now }: { live: readonly LiveDraw[]; now: number }) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  const count = live.reduce((sum, draw) => sum + draw.tickets, 0);
  return (
    <div className="grid gap-3 rounded-pack border border-line bg-raised p-5">
      <h3 className="type-h3">{t("delete.liveTitle", { count, n: number(count) })}</h3>
      <ul className="grid gap-2 text-[0.9375rem]">
        {live.map((draw) => (
          <li key={draw.id} className="flex flex-wrap justify-between gap-x-6">
            <span className="font-[560]">{draw.title}</span>
            <span className="text-muted">
              {t("tickets.count", { count: draw.tickets, n: number(draw.tickets) })}
              {draw.isFrozen && `, ${t("delete.frozen")}`}
            </span>
            {!draw.isFrozen && <DrawDatesLine dates={draw.dates} now={now} className="type-small w-full" />}
          </li>
        ))}
      </ul>
      <p className="type-small">{t("delete.liveText")}</p>
    </div>
  );
}
