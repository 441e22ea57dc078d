/** Tells one of the staff by mail what wants somebody to look. */
import { alertValues, isAlertKind } from "#features/accounts/rules/alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/jobs.server.ts";
import { toLocale } from "#shared/languages.ts";
import { deliverMail } from "./deliver-mail.ts";
import { alertDigest } from "./mails/alert-digest.ts";

/** Throws on a passing fault, so that the queue tries again; what has gone by then does not go twice. */
export async function sendAlertMail(ctx: Ctx, digest: JobData["alert-mail"]): Promise<void> {
  const { digestId, more, userId, to, firstName, locale } = digest;
  const t = ctx.messages[toLocale(locale)].getFixedT(null, "admin-alerts");
  // The same sentences as on the screen.
  const alerts = digest.alerts.flatMap(({ id, kind, facts }) => {
    if (!isAlertKind(kind)) return [];
    const values = alertValues(facts, locale);
    return [{ id, title: t(`alerts.titles.${kind}`, values), text: t(`alerts.texts.${kind}`, values) }];
  });
  await deliverMail(ctx, { message: `alerts:${digestId}`, to, userId, locale }, (pen) =>
    alertDigest(pen, { firstName, alerts, more }),
  );
}
