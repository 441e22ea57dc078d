import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { TestModeView } from "../../server/going-live/end-test-mode.ts";
import { type LiveReply, useLiveMessages } from "./live-reply.ts";

/**
 * What the end of test mode deletes, in the order of the list. `draws_anew`: draws that are over, which
 * become drafts at new addresses.
 */
const DELETED_KINDS = ["orders", "tickets", "people", "messages", "codes", "draws_anew"] as const;

/** What the end of test mode deletes and keeps, and the form that asks for it. */
export function TestModeCard({ testMode: { requestedAt, testData } }: { testMode: TestModeView }) {
  const { t } = useTranslation("admin-live");
  const { number } = useFormat();
  const counted = (what: keyof TestModeView["testData"]) =>
    t(`testMode.counts.${what}`, { count: testData[what], shown: number(testData[what]) });
  return (
    <AdminCard title={t("testMode.title")} note={t("testMode.note")}>
      <div className="grid gap-6" data-test-mode={requestedAt ? "asked" : "on"}>
        <div className="grid gap-6 md:grid-cols-2">
          <LineList
            title={t("testMode.deletes")}
            lines={[...DELETED_KINDS.filter((what) => testData[what] > 0).map(counted), t("testMode.deletesToo")]}
          />
          <LineList
            title={t("testMode.keeps")}
            lines={[...(testData.draws_kept > 0 ? [counted("draws_kept")] : []), t("testMode.keepsToo")]}
          />
        </div>
        <Allowed right="live.write">{requestedAt ? <EndRequested at={requestedAt} /> : <EndTestModeForm />}</Allowed>
      </div>
    </AdminCard>
  );
}

function LineList({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="font-[560]">{title}</h3>
      <ul className="grid list-disc gap-1 ps-5 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Asks to end test mode. The owner types the shop's name. */
function EndTestModeForm() {
  const { t } = useTranslation(["admin-live", "common"]);
  const { say, done } = useLiveMessages();
  const form = useShopForm<LiveReply>({ intent: "end_test_mode", say, onDone: (reply) => void toastSuccess(done(reply) ?? "") });
  return (
    <ShopFormFrame form={form} needsReauth className="grid max-w-[34rem] justify-items-start gap-4">
      <p>{t("testMode.how")}</p>
      <FormProblem form={form} />
      <TextField
        {...form.field("name")}
        id="switch-name"
        label={t("testMode.name", { shop: t("common:shop") })}
        autoComplete="off"
        maxLength={100}
        required
      />
      <Button type="submit" variant="danger" busy={form.isBusy}>
        {t("testMode.ask")}
      </Button>
    </ShopFormFrame>
  );
}

/** The end was requested. It comes with the next start with live keys, and can be taken back. */
function EndRequested({ at }: { at: Date }) {
  const { t } = useTranslation("admin-live");
  const { date } = useFormat();
  return (
    <div className="grid max-w-[46rem] justify-items-start gap-4">
      <p>{t("testMode.askedFor", { date: date(at), time: date(at, "time") })}</p>
      <ActionButton<LiveReply> intent="stay_in_test_mode" {...useLiveMessages()} variant="outline">
        {t("testMode.stay")}
      </ActionButton>
    </div>
  );
}
