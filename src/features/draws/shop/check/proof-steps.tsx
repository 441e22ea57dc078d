/** The six steps of a draw's proof, from the list of entries to the winners. */
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { ArrowUpRight } from "#ui/icons.ts";
import { CopyButton } from "#ui/text/copy-button.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { CheckState } from "../../rules/check-state.ts";
import type { Drawn, DrawRecord, Sealed } from "../../rules/draw-record.ts";
import { ProofStep } from "./proof-step.tsx";
import { PlainValue, ProofValue, ValueAhead } from "./proof-value.tsx";
import { PrizeText, SealedPrize, Witnesses } from "./sealed-prize.tsx";
import { useDelay } from "./use-delay.ts";

/** A public relay that browsers can use. Any relay will do, because signatures are checked. */
const RELAY = "https://api.drand.sh";

/** `isDue`: the round's time has come, whether the shop has its number or not. */
type Props = { record: DrawRecord; sealed: Sealed; drawn: Drawn | undefined; check: CheckState; isDue: boolean };

/** The hash of this name that the browser computed; undefined before, or if it is not a hash. */
function computedIn({ results }: CheckState, name: string): string | undefined {
  const fact = results.flatMap(({ facts }) => facts).find((each) => each.name === name);
  return fact && /^[0-9a-f]{64}$/.test(fact.computed) ? fact.computed : undefined;
}

function EntriesStep({ record, sealed, check }: Props) {
  const { t } = useTranslation("pastdraws");
  return (
    <ProofStep
      part="entries"
      number={1}
      title={t("entries.title")}
      text={t("entries.text")}
      check={check}
      more={
        <>
          <p>{t("entries.curious")}</p>
          <code className="terminal mt-2 block">curl -s {`https://…/draws/${record.id}/entries.csv`} | sha256sum</code>
          <p className="mt-3">{t("entries.disputed")}</p>
        </>
      }
    >
      <p className="type-small mb-3">{t("entries.leftOut", { count: sealed.leftOut })}</p>
      <ProofValue name={t("entries.value")} hex={sealed.entriesSha256} computed={computedIn(check, "entries_sha256")} />
    </ProofStep>
  );
}

function RootStep({ sealed, check }: Props) {
  const { t } = useTranslation("pastdraws");
  return (
    <ProofStep
      part="root"
      number={2}
      title={t("root.title")}
      text={t("root.text")}
      check={check}
      more={<p>{t("root.curious")}</p>}
    >
      <ProofValue name={t("root.value")} hex={sealed.merkleRoot} computed={computedIn(check, "merkle_root")} />
    </ProofStep>
  );
}

function CommitmentStep({ record, sealed, drawn, check }: Props) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  const delay = useDelay();
  const at = new Date(sealed.sealedAt);
  const values = { date: date(at), time: date(at, "clock"), sequence: sealed.sequence };
  const roundDelay = delay((sealed.roundAt - sealed.sealedAt) / 1000);
  return (
    <ProofStep
      part="commitment"
      number={3}
      title={t("commitment.title")}
      text={drawn ? t("commitment.text", { ...values, delay: roundDelay }) : t("commitment.textWaiting", values)}
      check={check}
      more={
        <>
          <p>{t("commitment.curious", { delay: delay(sealed.delaySeconds) })}</p>
          <PlainValue name="SHA-256" text={sealed.commitmentJson} />
          <PrizeText sealed={sealed} />
        </>
      }
    >
      <ProofValue name={t("commitment.value")} hex={sealed.commitment} computed={computedIn(check, "commitment")} />
      <SealedPrize record={record} sealed={sealed} computed={computedIn(check, "prize_sha256")} />
      <Witnesses record={record} sealed={sealed} check={check} />
      <TextLink to="/draws" className="mt-2" iconAfter={<ArrowUpRight size={16} strokeWidth={1.6} aria-hidden="true" />}>
        {t("log.open")}
      </TextLink>
    </ProofStep>
  );
}

function BeaconStep({ record, sealed, drawn, check, isDue }: Props) {
  const { t } = useTranslation("pastdraws");
  const { date, number } = useFormat();
  const round = number(sealed.round);
  const due = new Date(sealed.roundAt);
  const values = { round, date: date(due), time: date(due, "clock") };
  // A demo has a beacon of its own, not drand's.
  const demo = record.isDemo ? "Demo" : "";
  return (
    <ProofStep
      part="beacon"
      number={4}
      title={drawn ? t(`beacon.title${demo}`) : t(`beacon.title${demo}Waiting`)}
      text={drawn ? t(`beacon.text${demo}`, { round }) : t(`beacon.text${demo}Waiting`, values)}
      isAhead={!drawn}
      check={check}
      more={
        drawn && (
          <>
            <p>{t("beacon.curious")}</p>
            <PlainValue name={t("beacon.signature")} text={drawn.signature} />
            <PlainValue name={t("beacon.chain")} text={sealed.chainHash} />
          </>
        )
      }
    >
      {drawn ? (
        <ProofValue name={t("beacon.value", { round })} hex={drawn.randomness} computed={computedIn(check, "randomness")} />
      ) : (
        <ValueAhead isDue={isDue} />
      )}
      {(drawn || isDue) && !record.isDemo && (
        <a className="link mt-2" href={`${RELAY}/${sealed.chainHash}/public/${sealed.round}`} rel="noreferrer">
          {t("beacon.link")}
          <ArrowUpRight size={16} strokeWidth={1.6} aria-hidden="true" />
        </a>
      )}
    </ProofStep>
  );
}

function SeedStep({ drawn, check, isDue }: Props) {
  const { t } = useTranslation("pastdraws");
  return (
    <ProofStep
      part="seed"
      number={5}
      title={t(drawn ? "seed.title" : "seed.titleWaiting")}
      text={t("seed.text")}
      isAhead={!drawn}
      check={check}
      more={<p>{t("seed.curious")}</p>}
    >
      {drawn ? (
        <ProofValue name={t("seed.value")} hex={drawn.seed} computed={computedIn(check, "seed")} />
      ) : (
        <ValueAhead isDue={isDue} />
      )}
    </ProofStep>
  );
}

type TicketsProps = { label: string; tickets: readonly number[]; ticketText: (ticket: number) => string };

type PickedWinnerProps = { winner: number; reserves: readonly number[]; total: number } & Pick<TicketsProps, "ticketText">;

/** A labelled list of ticket numbers. */
function Tickets({ label, tickets, ticketText }: TicketsProps) {
  return (
    <div className="type-small mt-3.5 flex flex-wrap gap-x-2">
      <p>{label}</p>
      <ol className="flex flex-wrap gap-x-3">
        {tickets.map((ticket) => (
          <li key={ticket} className="type-mono text-ink">
            {ticketText(ticket)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Several prizes: the ticket drawn for each, its reserves, and the picks that were passed over. */
function PickedPrizes({ prizes, ticketText }: { prizes: Drawn["prizes"] } & Pick<TicketsProps, "ticketText">) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  return (
    <>
      <p className="type-small mb-3">{t("winners.order")}</p>
      <ol className="grid gap-5">
        {prizes.map(({ place, title, drawn: winner, reserves, passedOver }) => (
          <li key={place}>
            <div className="proof-value">
              <div>
                <p className="type-tiny">{t("winners.prize", { n: number(place), title })}</p>
                <p className="type-mono mt-0.5 text-[1.375rem] font-[540]">
                  {winner === undefined ? t("winners.noWinner") : ticketText(winner)}
                </p>
              </div>
              {winner !== undefined && <CopyButton text={ticketText(winner)} label={t("winners.copy")} />}
            </div>
            {passedOver.length > 0 && <Tickets label={t("winners.passedOver")} tickets={passedOver} ticketText={ticketText} />}
            {reserves.length > 0 && <Tickets label={t("winners.reserveList")} tickets={reserves} ticketText={ticketText} />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** One prize: the ticket drawn, and its reserves. `total`: the number of tickets in the draw. */
function PickedWinner({ winner, reserves, total, ticketText }: PickedWinnerProps) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  return (
    <>
      <div className="proof-value">
        <div>
          <p className="type-tiny">{t("winners.place", { count: total, tickets: number(total) })}</p>
          <p className="type-mono mt-0.5 text-[1.375rem] font-[540]">{ticketText(winner)}</p>
        </div>
        <CopyButton text={ticketText(winner)} label={t("winners.copy")} />
      </div>
      {reserves.length === 0 ? (
        <p className="type-small mt-3.5">{t("winners.noReserves")}</p>
      ) : (
        <Tickets label={t("winners.reserves")} tickets={reserves} ticketText={ticketText} />
      )}
    </>
  );
}

function WinnersStep({ record, sealed, drawn, check, isDue }: Props) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  const prizes = drawn?.prizes ?? [];
  const { drawn: winner, reserves = [] } = prizes[0] ?? {};
  const ticketText = (ticket: number) => formatTicketNumber(record.shortNumber, ticket);
  return (
    <ProofStep
      part="winners"
      number={6}
      title={t(drawn ? "winners.title" : "winners.titleWaiting")}
      text={t("winners.text", { tickets: number(sealed.n) })}
      isAhead={!drawn}
      check={check}
      more={<p>{t("winners.curious")}</p>}
    >
      {winner === undefined && <ValueAhead isDue={isDue} />}
      {winner !== undefined && prizes.length > 1 && <PickedPrizes prizes={prizes} ticketText={ticketText} />}
      {winner !== undefined && prizes.length === 1 && (
        <PickedWinner winner={winner} reserves={reserves} total={sealed.n} ticketText={ticketText} />
      )}
    </ProofStep>
  );
}

export function ProofSteps(props: Props) {
  return (
    <ol>
      <EntriesStep {...props} />
      <RootStep {...props} />
      <CommitmentStep {...props} />
      <BeaconStep {...props} />
      <SeedStep {...props} />
      <WinnersStep {...props} />
    </ol>
  );
}
