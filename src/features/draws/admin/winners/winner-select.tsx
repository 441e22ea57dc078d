/** A combobox of the people who could win instead, searched by name or email address. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { toastError } from "#ui/feedback/toast.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ChevronDown } from "#ui/icons.ts";
import type { Candidate } from "../../rules/managed-draw.ts";
import { fullName } from "../draw-progress.tsx";
import type { CandidatesReply } from "./candidates-route.ts";

/** The search starts this long after the last key. */
const SEARCH_DELAY_MS = 250;

type Props = { lotteryId: string; place: number; onChoose: (candidate: Candidate) => void };

type OptionProps = { id: string; candidate: Candidate; isActive: boolean; onChoose: () => void };

/** Why the person cannot win, or by which ticket. */
function CandidateState({ candidate: { isWinner, reserve, ticketNumber, tickets } }: { candidate: Candidate }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  if (isWinner) return <i>{t("winners.select.isWinner")}</i>;
  if (ticketNumber === undefined) return <i>{t("winners.select.noTicket")}</i>;
  if (reserve !== undefined) return <i data-strong="">{t("winners.select.reserve", { number: reserve })}</i>;
  return <i>{t("winners.select.holds", { count: tickets, number: number(tickets) })}</i>;
}

function Option({ id, candidate, isActive, onChoose }: OptionProps) {
  const { t } = useTranslation("admin-draws");
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // Keyboard focus stays in the field; options only handle the pointer.
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={!candidate.mayWin || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      <span className="min-w-0">
        <b>{fullName(candidate) || t("winners.erased")}</b>
        <span>{candidate.email}</span>
      </span>
      <CandidateState candidate={candidate} />
    </div>
  );
}

/** The candidates of the last search; undefined before the first. */
function useCandidates(lotteryId: string, place: number) {
  const { t } = useTranslation("admin-draws");
  const fetcher = useFetcher<CandidatesReply>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data } = fetcher;
  useEffect(() => {
    if (data && data.candidates === undefined) toastError(t("winners.usersFailed"), { id: "candidates" });
  }, [data, t]);
  function search(q: string, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void fetcher.load(`/admin/winners/${lotteryId}/candidates?${new URLSearchParams({ q, place: String(place) })}`),
      delayMs,
    );
  }
  return { candidates: data?.candidates, search };
}

/**
 * The id before or after the active one, wrapping around. Includes people who cannot win, so that screen
 * readers announce the reason.
 */
function stepFrom(candidates: readonly Candidate[], active: string | undefined, direction: 1 | -1): string | undefined {
  const index = candidates.findIndex(({ id }) => id === active);
  if (index === -1) return candidates.at(direction === 1 ? 0 : -1)?.id;
  return candidates[(index + direction + candidates.length) % candidates.length]?.id;
}

/** `place`: 1 for the first prize of the draw. */
export function WinnerSelect({ lotteryId, place, onChoose }: Props) {
  const { t } = useTranslation("admin-draws");
  const id = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const { candidates, search } = useCandidates(lotteryId, place);
  const shown = isOpen ? candidates : undefined;
  const chosen = shown?.find((candidate) => candidate.id === active);

  function open() {
    if (!isOpen) search(text, 0);
    setOpen(true);
  }
  function choose(candidate: Candidate | undefined) {
    if (!candidate?.mayWin) return;
    setOpen(false);
    setText("");
    setActive(undefined);
    onChoose(candidate);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open();
      setActive(stepFrom(shown ?? [], active, event.key === "ArrowDown" ? 1 : -1));
    }
  }

  return (
    <div className="winner-select">
      <label htmlFor={id} className="mb-1.5 block font-[560]">
        {t("winners.select.label")}
      </label>
      <div className="select">
        <input
          id={id}
          className="input"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("winners.select.search")}
          value={text}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-describedby={`${id}-hint`}
          onBlur={() => setOpen(false)}
          onClick={open}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setOpen(true);
            setActive(undefined);
            search(value, SEARCH_DELAY_MS);
          }}
        />
        <ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />
      </div>
      <p id={`${id}-hint`} className="admin-note mt-1.5">
        {t("winners.select.hint")}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={t("winners.select.label")} className="winner-options" hidden={!shown}>
        {shown?.map((candidate) => (
          <Option
            key={candidate.id}
            id={`${id}-${candidate.id}`}
            candidate={candidate}
            isActive={candidate.id === active}
            onChoose={() => choose(candidate)}
          />
        ))}
      </div>
      {shown?.length === 0 && <p className="admin-note mt-2">{t("winners.select.nobody")}</p>}
      <p role="status" className="sr-only">
        {shown && shown.length > 0 && t("winners.select.found", { count: shown.length })}
      </p>
    </div>
  );
}
