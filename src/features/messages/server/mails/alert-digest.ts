/** The mail to the staff about alerts: each in its sentence, with a link to it. */
import { action, fine, type Mail, text } from "./mail.ts";
import { hello, linkTo, oneLine, type Pen } from "./pen.ts";

export type AlertDigest = {
  /** May be empty. */
  readonly firstName: string;
  /** In the reader's language; at least one. */
  readonly alerts: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  /** How many there are besides. */
  readonly more: number;
};

export function alertDigest(pen: Pen, { firstName, alerts, more }: AlertDigest): Mail {
  const { t } = pen;
  const title = oneLine(alerts[0]?.title ?? "");
  const total = alerts.length + more;
  return {
    subject: total === 1 ? t("alerts.subject", { title }) : t("alerts.subjectMore", { title, total, others: total - 1 }),
    preview: alerts.map((alert) => alert.title).join(". "),
    title: t("alerts.title", { count: alerts.length }),
    hello: hello(pen, firstName),
    blocks: [
      ...alerts.map(({ id, title, text }) => ({
        kind: "item" as const,
        ...{ title, text, href: `${pen.sender.publicUrl}/admin/alerts/${id}` },
      })),
      more > 0 && text(t("alerts.more", { count: more })),
      action(linkTo(pen, "/admin/alerts", t("alerts.button"))),
      fine(t("alerts.rest")),
    ],
    why: t("alerts.why"),
  };
}
