/** The part of the profile that deletes the account, after showing the tickets in open draws. */
import { useTranslation } from "react-i18next";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { DrawDatesLine } from "#ui/draws/draw-dates-line.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { CodeOf, FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DELETE_WORD } from "../rules/account-deletion.ts";

/** A draw with tickets of the player whose winner is not drawn yet. */
export type LiveDraw = {
  readonly id: string;
  readonly title: string;
  readonly dates: DrawDates;
  readonly isFrozen: boolean;
  readonly tickets: number;
};

/** The reply to a refused deletion. */
export type DeleteReply = FormReply<
  "delete",
  | ("deleteConfirm" | "currentPasswordWrong" | "currentPasswordRequired" | "tooManyAttempts")
  | ("deleteAdmin" | "deleteAddressChanged" | "deleteError")
>;

/** `live`: open draws with tickets; `now`: the shop's clock in ms. */
type Props = { email: string; live: readonly LiveDraw[]; now: number };

/** The tickets that the player may give up. */
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

/** Deletion needs the password and a typed word. */
export function DeletePanel({ email, live, now }: Props) {
  const { t } = useTranslation(["profile", "auth"]);
  const word = DELETE_WORD;
  const say = (code: CodeOf<DeleteReply>, minutes = 1) => {
    if (code === "deleteConfirm") return t(code, { word });
    if (code === "currentPasswordWrong" || code === "currentPasswordRequired") return t(`auth:${code}`);
    return code === "tooManyAttempts" ? t("auth:tooManyAttempts", { count: minutes }) : t(code);
  };
  const form = useShopForm<DeleteReply>({
    intent: "delete",
    navigates: true,
    say: (code, _field, reply) => say(code, reply?.minutes),
    // Repeat the same error after each attempt.
    onRefused: (problem, { refused }) => {
      const [code] = refused?.error?.word ?? refused?.error?.currentPassword ?? [];
      const message = problem ?? (code && say(code));
      if (message !== undefined) toastError(message, { id: "delete" });
    },
  });
  return (
    <Disclosure title={t("delete.title")} startsOpen={form.isRefused} tone="danger">
      <div id="delete-account" className="scroll-mt-24">
        <ShopFormFrame form={form} noValidate preventScrollReset className="grid max-w-[640px] gap-6">
          <p className="text-muted">{t("delete.text")}</p>
          {live.length > 0 ? <LiveTickets live={live} now={now} /> : <p className="text-muted">{t("delete.noneLive")}</p>}
          {live.some((draw) => !draw.isFrozen) && (
            <Checkbox {...form.box("giveUp")} label={t("delete.giveUp")} description={t("delete.giveUpText")} />
          )}
          <Checkbox {...form.box("forGood")} label={t("delete.forGood")} description={t("delete.forGoodText")} />
          <FormProblem form={form} />
          <TextField
            label={t("delete.word", { word })}
            name="word"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={form.field("word").error}
          />
          <UsernameField email={email} />
          <PasswordField
            id="deletePassword"
            label={t("delete.password")}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={form.field("currentPassword").error}
          />
          <div>
            <Button type="submit" variant="danger-solid" busy={form.isBusy} busyLabel={t("delete.busy")}>
              {t("delete.submit")}
            </Button>
          </div>
        </ShopFormFrame>
      </div>
    </Disclosure>
  );
}
