/** Mails to the staff: invitations, roles, approvals, alerts. */
import { action, fine, type Mail, text } from "./mail.ts";
import { hello, linkTo, oneLine, type Pen } from "./pen.ts";

/** Page of each mail's button. */
const PATHS = {
  invited: "/",
  given: "/admin",
  changed: "/admin",
  gone: "/contact",
  joined: "/admin/staff",
  moved: "/admin/staff",
  left: "/admin/staff",
  proposal: "/admin/approvals",
  confirmed: "/admin/approvals",
  refused: "/admin/approvals",
  expired: "/admin/approvals",
} as const;
export type StaffMessage = keyof typeof PATHS;

export type StaffNotice = {
  readonly message: StaffMessage;
  readonly firstName: string;
  /** Names as on screen, or empty. `by` is empty for the command line and for one's own actions. */
  readonly facts: {
    readonly role: string;
    readonly was: string;
    readonly person: string;
    readonly by: string;
    readonly act: string;
  };
  readonly link: string | undefined;
};

/** The mail. `link`: replaces the button's address. */
export function staffNotice(pen: Pen, { message, firstName, facts, link }: StaffNotice): Mail {
  const { t } = pen;
  const about = `staff.${message}` as const;
  const by = oneLine(facts.by) || t("staff.server");
  const values = { ...facts, person: oneLine(facts.person), by };
  const button = linkTo(pen, PATHS[message], t(`${about}.button`));
  return {
    subject: t(`${about}.subject`, values),
    title: t(`${about}.title`),
    hello: hello(pen, firstName),
    blocks: [
      text(t(`${about}.lead`, values)),
      action(link === undefined ? button : { ...button, href: link }),
      fine(t(`${about}.more`)),
    ],
    why: t(`${about}.why`),
  };
}

type AlertDigest = {
  readonly firstName: string;
  readonly alerts: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly more: number;
};

/** Alerts in one mail. `more`: further ones that are only counted. */
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
