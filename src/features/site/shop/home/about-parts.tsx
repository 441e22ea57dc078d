/** Parts of the page "About". */
import { useTranslation } from "react-i18next";
import type { Pence } from "#shared/money/money.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Mail } from "#ui/icons.ts";
import { FigureList } from "./figure-list.tsx";

/** `prizes`: pence. `days`: median days until handover; undefined without any. */
type Figures = { readonly won: number; readonly prizes: Pence; readonly tickets: number; readonly days: number | undefined };

/** Cars won, their value, tickets, days until handover. */
export function AboutFigures({ figures }: { figures: Figures }) {
  const { t } = useTranslation("about");
  const { number, money } = useFormat();
  const shown = [
    { id: "won", value: number(figures.won), count: figures.won },
    { id: "prizes", value: money(figures.prizes, "whole"), count: 2 },
    { id: "tickets", value: number(figures.tickets), count: figures.tickets },
    ...(figures.days === undefined ? [] : [{ id: "days", value: number(figures.days), count: figures.days } as const]),
  ] as const;
  return <FigureList figures={shown.map(({ id, value, count }) => ({ id, value, label: t(`figures.${id}`, { count }) }))} />;
}

const MEMBERS = ["director", "draws", "cars", "support"] as const;

/** The invented team of the demonstration. */
export function AboutTeam() {
  const { t } = useTranslation("about");
  return (
    <>
      <p className="mt-4 text-muted">{t("team.text")}</p>
      <ul className="mt-7 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {MEMBERS.map((member) => {
          const name = t(`team.${member}.name`);
          return (
            <li key={member} className="flex gap-4">
              <span className="monogram" aria-hidden="true">
                {initials(name)}
              </span>
              <div>
                <h3 className="type-h3">{name}</h3>
                <p className="type-small mt-0.5 text-champagne">{t(`team.${member}.role`)}</p>
                <p className="type-small mt-1.5">{t(`team.${member}.text`)}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-7">
        <Note tone="info" title={t("team.demo")} />
      </div>
    </>
  );
}

/** First letter of each word. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => Array.from(new Intl.Segmenter().segment(part))[0]?.segment ?? "")
    .join("");
}

type TraderDetails = {
  readonly name: string;
  readonly address: string;
  readonly companyNumber: string;
  readonly email: string;
};

/** The trader's name and address. */
export function AboutTrader({ trader }: { trader: TraderDetails }) {
  const { t } = useTranslation("about");
  return (
    <>
      <p className="mt-4 text-muted">{t("reach.text")}</p>
      <address className="address mt-6">
        <strong className="font-[560]">{trader.name}</strong>
        {trader.address.split(/\s*,\s*/).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span className="type-small">{t("reach.companyNumber", { number: trader.companyNumber })}</span>
        <a href={`mailto:${trader.email}`} className="link mt-1 justify-self-start">
          {trader.email}
        </a>
      </address>
      <p className="mt-6">
        <LinkButton to="/contact" variant="outline" icon={<Mail size={18} strokeWidth={1.6} aria-hidden="true" />}>
          {t("reach.write")}
        </LinkButton>
      </p>
    </>
  );
}

const VALUES = ["transparency", "security", "excellence", "innovation"] as const;

/** What the shop stands for. */
export function AboutValues() {
  const { t } = useTranslation("about");
  return (
    <dl className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {VALUES.map((value) => (
        <div key={value}>
          <dt className="type-h3">{t(`values.${value}`)}</dt>
          <dd className="mt-1.5 text-muted">{t(`values.${value}Text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
