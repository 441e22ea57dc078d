/** /mailbox/:id: a mail of the demonstration's mailbox: HTML, text or headers. */
import { useTranslation } from "react-i18next";
import { data, Link, useSearchParams } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { ExternalLink } from "#ui/icons.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/mailbox-mail-page.ts";

const PARTS = ["html", "text", "headers"] as const;
type Part = (typeof PARTS)[number];

export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

export async function loader({ context, params }: Route.LoaderArgs) {
  const mail = await ctxOf(context).mailbox?.get(params.id);
  if (!mail) throw data(null, { status: 404 });
  const { html, ...rest } = mail;
  // Headers repeat, so each needs a name of its own.
  return { ...rest, headers: mail.headers.map((header, id) => ({ ...header, id })), hasHtml: html !== "" };
}

export default function MailboxMailPage({ loaderData: mail }: Route.ComponentProps) {
  const { t } = useTranslation("common");
  const { date } = useFormat();
  const [search] = useSearchParams();
  const part = PARTS.find((each) => each === search.get("part")) ?? (mail.hasHtml ? "html" : "text");
  const subject = mail.subject || t("mailbox.noSubject");
  return (
    <div className="wrap max-w-[860px] pt-6 pb-16">
      <title>{subject}</title>
      <BackLink to="/mailbox">{t("mailbox.back")}</BackLink>
      <h1 className="type-h3 mt-5 break-words">{subject}</h1>
      <p className="type-small mt-2 mb-6 break-words text-muted">
        {t("mailbox.fromTo", { from: mail.from, to: mail.to })}
        <br />
        {date(mail.receivedAt)}, {date(mail.receivedAt, "time")}
      </p>
      <Panel label={subject} className="overflow-hidden">
        <nav aria-label={t("mailbox.parts.label")} className="flex flex-wrap gap-x-6 border-line border-b px-6 pt-2">
          {PARTS.map((each) => (
            <PartLink key={each} part={each} current={part} />
          ))}
        </nav>
        <MailPart mail={mail} part={part} subject={subject} />
      </Panel>
    </div>
  );
}

function PartLink({ part, current }: { part: Part; current: Part }) {
  const { t } = useTranslation("common");
  return (
    <Link
      to={`?part=${part}`}
      replace
      preventScrollReset
      aria-current={part === current ? "page" : undefined}
      className="inline-flex min-h-11 items-center -mb-px border-transparent border-b-2 text-muted aria-[current]:border-champagne aria-[current]:text-ink"
    >
      {t(`mailbox.parts.${part}`)}
    </Link>
  );
}

type Mail = Route.ComponentProps["loaderData"];

function MailPart({ mail, part, subject }: { mail: Mail; part: Part; subject: string }) {
  const { t } = useTranslation("common");
  if (part === "headers") {
    return (
      <PanelPart>
        <dl className="grid gap-3 text-sm">
          {mail.headers.map(({ id, name, value }) => (
            <div key={id} className="grid gap-x-5 sm:grid-cols-[11rem_1fr]">
              <dt className="text-faint">{name}</dt>
              <dd translate="no" className="type-mono min-w-0 break-all">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </PanelPart>
    );
  }
  if (part === "text") {
    return (
      <PanelPart>
        <p className="break-words whitespace-pre-wrap text-[0.9375rem] leading-relaxed">{mail.text || t("mailbox.noPart")}</p>
      </PanelPart>
    );
  }
  if (!mail.hasHtml) return <PanelPart>{t("mailbox.noPart")}</PanelPart>;
  const address = `/mailbox/${mail.id}/html`;
  return (
    <>
      {/* A sandboxed document; mailbox-html-route.ts sets its policy. */}
      <iframe
        src={address}
        title={t("mailbox.frame", { subject })}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="block h-[max(70vh,480px)] w-full bg-night"
      />
      <PanelPart>
        <a href={address} target="_blank" rel="noreferrer" className="link text-sm">
          {t("mailbox.alone")}
          <ExternalLink size={16} strokeWidth={1.6} aria-hidden="true" />
        </a>
      </PanelPart>
    </>
  );
}
