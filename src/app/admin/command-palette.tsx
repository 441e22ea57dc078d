/** A dialog with a combobox that finds pages, players, orders and draws. Loaded when it is first opened. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { hasRight, type Role } from "#features/access/rules/rights.ts";
import { SHOWN_STATES } from "#features/orders/rules/order-state.ts";
import { Badge } from "#ui/badge.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import type { Icon } from "#ui/icon.tsx";
import { CarFront, Plus, ReceiptText, Search, User } from "#ui/icons.ts";
import { groupsFor } from "./links.ts";
import { plainText } from "./plain-text.ts";
import type { SearchReply } from "./search-route.ts";

export type PaletteProps = { role: Role | undefined; isOpen: boolean; onClose: () => void };

type Option = {
  readonly to: string;
  readonly icon: Icon;
  readonly label: string;
  readonly note?: string;
  readonly badge?: React.ReactNode;
};
type Section = { readonly name: string; readonly options: readonly Option[] };

export default function CommandPalette({ role, isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation("admin");
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const pages = usePages(role, isOpen);
  const { reply, state } = useSearch(typed);
  const sections = [{ name: t("find.pages"), options: matching(pages, typed) }, ...useFound(reply)].filter(
    ({ options }) => options.length > 0,
  );
  const options = sections.flatMap((section) => section.options);
  const current = options[Math.min(chosen, options.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current?.to]);
  const optionId = (option: Option | undefined) => option && `${id}-${options.indexOf(option)}`;

  function press(event: KeyboardEvent) {
    const at = current ? options.indexOf(current) : 0;
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (goal !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen((goal + options.length) % options.length);
    }
    if (event.key === "Enter" && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onClose();
      void navigate(current.to);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("find.title")} placement="top">
      <div className="search">
        <Search size={18} strokeWidth={1.6} aria-hidden="true" />
        <input
          // Before the dialog chooses its close button.
          {...FOCUSED}
          type="search"
          role="combobox"
          aria-label={t("find.label")}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={optionId(current)}
          aria-autocomplete="list"
          placeholder={t("find.label")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="input"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t("find.title")} className="palette-list" tabIndex={-1}>
        {sections.map(({ name, options: shown }, index) => (
          <div key={name} role="group" aria-labelledby={`${id}-name-${index}`}>
            <p id={`${id}-name-${index}`} role="presentation" className="palette-name">
              {name}
            </p>
            {shown.map((option) => (
              <Link
                key={option.to}
                id={optionId(option)}
                to={option.to}
                role="option"
                aria-selected={option === current}
                tabIndex={-1}
                className="palette-option"
                onClick={onClose}
              >
                <option.icon size={18} strokeWidth={1.6} aria-hidden="true" />
                <span className="palette-text">
                  <span className="wrap-anywhere">{option.label}</span>
                  {option.note && <span className="palette-note">{option.note}</span>}
                </span>
                {option.badge}
              </Link>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="admin-note">
        {state === "failed"
          ? t("find.failed")
          : state === "loading"
            ? t("find.loading")
            : options.length === 0
              ? t("find.none")
              : t("find.found", { count: options.length })}
      </p>
    </Dialog>
  );
}

const FOCUSED = { autoFocus: true };

type Page = Option & { readonly words: string };

function usePages(role: Role | undefined, isOpen: boolean): readonly Page[] {
  const { t } = useTranslation("admin");
  const pages = groupsFor(role).flatMap(({ name, links }) =>
    links.map(({ to, icon, text, beforeOpening = text }) => {
      const group = t(`nav.group.${name}`);
      return { to, icon, label: t(isOpen ? text : beforeOpening), note: group, words: `${group} ${t(wordsOf(text))}` };
    }),
  );
  if (!hasRight(role, "lotteries.write")) return pages;
  const create = { to: "/admin/lotteries?form=new", icon: Plus, label: t("find.newDraw"), note: t("nav.group.draws") };
  return [...pages, { ...create, words: t("find.words.newDraw") }];
}

function wordsOf<Name extends string>(text: `nav.${Name}`): `find.words.${Name}` {
  return text.replace("nav.", "find.words.") as `find.words.${Name}`;
}

function matching(pages: readonly Page[], typed: string): readonly Page[] {
  const words = plainText(typed).split(/\s+/);
  return pages.filter((page) => {
    const text = plainText(`${page.label} ${page.words}`);
    return words.every((word) => text.includes(word));
  });
}

function useFound(reply: SearchReply | undefined): readonly Section[] {
  const { t } = useTranslation("admin");
  const { t: all } = useTranslation(["admin"]);
  if (!reply) return [];
  return [
    {
      name: t("find.players"),
      options: reply.players.map(({ id, name, email }) => ({ to: `/profile?uid=${id}`, icon: User, label: name, note: email })),
    },
    {
      name: t("find.orders"),
      options: reply.orders.map(({ id, number, player, draw, state }) => ({
        to: `/admin/orders/${id}`,
        icon: ReceiptText,
        label: number,
        note: [player, draw].filter(Boolean).join(" · "),
        badge: <Badge tone={SHOWN_STATES[state].tone}>{all(SHOWN_STATES[state].text)}</Badge>,
      })),
    },
    {
      name: t("find.draws"),
      options: reply.draws.map(({ id, title, number, status }) => ({
        to: status === "draft" ? `/admin/lotteries?form=${id}` : `/admin/draw/${id}`,
        icon: CarFront,
        label: title,
        note: number,
        badge: <Badge tone={status}>{t(`status.${status}`)}</Badge>,
      })),
    },
  ];
}

const LEAST_LETTERS = 2;
const PAUSE_MS = 200;

/** The server's answer to what is typed, after a pause. */
function useSearch(typed: string) {
  const q = typed.trim();
  const [answer, setAnswer] = useState<{ q: string; reply: SearchReply | "failed" }>();
  const isSearch = q.length >= LEAST_LETTERS;
  useEffect(() => {
    if (!isSearch) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      readMatches(q, end.signal).then(
        (reply) => setAnswer({ q, reply }),
        () => end.signal.aborted || setAnswer({ q, reply: "failed" }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [q, isSearch]);
  if (!isSearch) return { reply: undefined, state: undefined };
  // Results of an earlier text could be opened with Enter.
  if (answer?.q !== q) return { reply: undefined, state: "loading" as const };
  return answer.reply === "failed" ? { reply: undefined, state: "failed" as const } : { reply: answer.reply, state: undefined };
}

async function readMatches(q: string, signal: AbortSignal): Promise<SearchReply> {
  const address = `/admin/search?${new URLSearchParams({ q })}`;
  const reply = await fetch(address, { signal, redirect: "manual", cache: "no-store" });
  if (!reply.ok) throw new Error(`search failed: ${reply.status}`);
  return (await reply.json()) as SearchReply;
}
