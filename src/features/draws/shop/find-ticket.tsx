/** The search for a ticket in the sealed list, with the proof that it is in there. */
import type { MerklePath as Path } from "@concours/draw-protocol";
import { type CSSProperties, type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { describedBy, Field } from "#ui/fields/field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextButton } from "#ui/text/text-link.tsx";
import type { DrawRecord, Sealed } from "../rules/draw-record.ts";
import { readTicketQuery, type TicketQuery } from "../rules/ticket-query.ts";
import type { Found } from "./check/check-messages.ts";
import { type OwnTicket, OwnTickets } from "./own-tickets.tsx";

/** `reportLines`: receives the number of lines of the list that were read so far. */
type Find = (query: TicketQuery, reportLines: (lines: number) => void) => Promise<Found>;
type Props = { record: DrawRecord; sealed: Sealed; own: readonly OwnTicket[]; find: Find };

/** The state of the search. */
type Answer = { readonly is: "none" | "busy" | "failed" } | { readonly is: "found"; readonly found: Found };

/** The number of the ticket that was found. */
function foundNumber(answer: Answer): number | undefined {
  return answer.is === "found" && answer.found.in === true ? answer.found.number : undefined;
}

/** Whether the ticket is in the list, in words. */
function FoundNote({ found }: { found: Found }) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  if (found.in === "bad_list" || !found.agrees) {
    return (
      <Note tone="danger" title={t("find.badRoot")}>
        {t("find.badRootText")}
      </Note>
    );
  }
  const tickets = number(found.n);
  if (!found.in) {
    return (
      <Note tone="warn" title={t("find.no")}>
        {t("find.noText", { count: found.n, tickets })}
      </Note>
    );
  }
  return (
    <Note tone="success" title={t("find.yes")}>
      {t("find.yesText", { place: number(found.index + 1), tickets })}
    </Note>
  );
}

/** A long path is shortened to its first and last pairs. */
const FIRST_PAIRS = 3;
const LAST_PAIRS = 2;

/** The hashes that lead from the ticket's line to the published root. */
function MerklePath({ line, path, root }: { line: string; path: Path; root: string }) {
  const { t } = useTranslation("pastdraws");
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, path.length - FIRST_PAIRS - LAST_PAIRS);
  // A single hidden pair takes no less room than the line that stands for it.
  const isShort = hidden <= 1;
  const pairs = isShort ? path : [...path.slice(0, FIRST_PAIRS), undefined, ...path.slice(-LAST_PAIRS)];
  /** Each line appears a little after the one before. */
  const delayed = (i: number) => ({ "--i": i }) as CSSProperties;
  return (
    <div>
      <h3 className="mb-2 text-[0.9375rem] font-[560]">{t("find.path")}</h3>
      <ol className="merkle-path">
        <li data-end="leaf" style={delayed(0)}>
          <span translate="no" className="type-mono">
            {line}
          </span>
          <span className="text-faint">{t("find.yourLine")}</span>
        </li>
        {pairs.map((pair, i) =>
          pair === undefined ? (
            <li key="more" style={delayed(i + 1)}>
              <span>{t("find.more", { count: hidden })}</span>
              <TextButton className="text-[0.8125rem]" onClick={() => setShowsAll(true)}>
                {t("find.showAll")}
              </TextButton>
            </li>
          ) : (
            <li key={pair[1]} style={delayed(i + 1)}>
              <span translate="no" className="type-mono">
                {pair[1]}
              </span>
              <span className="text-faint">{t(pair[0] === "L" ? "find.left" : "find.right")}</span>
            </li>
          ),
        )}
        <li data-end="root" style={delayed(pairs.length + 1)}>
          <span translate="no" className="type-mono text-ink">
            {root}
          </span>
          <span className="text-success">{t("find.rootAgrees")}</span>
        </li>
      </ol>
    </div>
  );
}

/** `own`: the visitor's tickets, as buttons; `find`: searches the list as served now. */
export function FindTicket({ record, sealed, own, find }: Props) {
  const { t } = useTranslation("pastdraws");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [answer, setAnswer] = useState<Answer>({ is: "none" });
  const example = formatTicketNumber(record.shortNumber, Math.min(137, sealed.n));

  async function search(query: TicketQuery) {
    setAnswer({ is: "busy" });
    try {
      setAnswer({ is: "found", found: await find(query, () => undefined) });
    } catch {
      setAnswer({ is: "failed" });
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = readTicketQuery(text, record.shortNumber);
    if (typeof query === "string") {
      setAnswer({ is: "none" });
      setError(query === "other_draw" ? t("find.otherDraw") : t("find.notATicket", { example }));
      return;
    }
    setError(undefined);
    void search(query);
  }

  function choose(number: number) {
    setText(formatTicketNumber(record.shortNumber, number));
    setError(undefined);
    void search({ number });
  }

  return (
    <section className="panel panel-part" aria-labelledby="find-title" data-first="">
      <h2 id="find-title" className="type-panel-title mb-4 text-[1.375rem]">
        {t("find.title")}
      </h2>
      {own.length > 0 && <OwnTickets own={own} chosen={foundNumber(answer)} onChoose={choose} />}
      <form onSubmit={submit} noValidate>
        <Field id="find-ticket" label={t("find.label")} hint={t("find.hint")} error={error}>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
            <input
              {...describedBy("find-ticket", { hint: t("find.hint"), error })}
              id="find-ticket"
              type="text"
              className="input type-mono text-[0.9375rem]"
              placeholder={example}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" variant="outline" className="px-5" busy={answer.is === "busy"}>
              {t("find.submit")}
            </Button>
          </div>
        </Field>
      </form>
      <div role="status">
        {answer.is === "busy" && <p className="type-small mt-4">{t("find.busy")}</p>}
        {answer.is === "failed" && <p className="mt-4 text-sm text-danger">{t("find.failed")}</p>}
        {answer.is === "found" && (
          <div className="mt-4.5">
            <FoundNote found={answer.found} />
          </div>
        )}
      </div>
      {answer.is === "found" && answer.found.in === true && answer.found.agrees && (
        <div className="mt-5.5">
          <MerklePath key={answer.found.line} line={answer.found.line} path={answer.found.path} root={answer.found.root} />
        </div>
      )}
    </section>
  );
}
