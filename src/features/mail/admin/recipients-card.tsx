/** The list in which staff choose the recipients of a campaign. */
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { Search } from "#ui/icons.ts";
import { useFailedLoad } from "#ui/loading/use-failed-load.ts";
import { EmailText } from "#ui/text/email-text.tsx";
import {
  afterSearch,
  countSelected,
  isSelected,
  NO_RECIPIENTS,
  type Selection,
  toggleRecipient,
} from "../rules/recipient-selection.ts";
import type { loader } from "./emails-recipients-route.ts";
import { TEXTS } from "./emails-texts.ts";

/** `onCount`: called with how many recipients are selected. */
type Props = {
  template: string;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onCount: (count: number) => void;
};

/** Pixels from the end of the list at which the next page is loaded. */
const NEAR_THE_END = 160;

/** Search, "select all" and the list, which loads further pages on scrolling. */
export function RecipientsCard({ template, selection, onSelect, onCount }: Props) {
  const [q, setQ] = useState("");
  const { rows, counts, isLoading, hasFailed, loadMore, retry } = useRecipients(template, q.trim());
  const allReaders = useAllReaders(template, q.trim(), counts);
  const countOf = (chosen: Selection) =>
    countSelected(chosen, chosen.kind === "all" && chosen.q === "" ? allReaders.reachable : counts?.reachable);
  const selected = countOf(selection);
  const choose = onSelect;
  // The template can change the kind of mail, and with it who may receive it.
  useEffect(() => onCount(selected), [onCount, selected]);
  const isAll = selection.kind === "all" && selection.except.length === 0;

  function search(text: string) {
    setQ(text);
    const next = afterSearch(selection, text.trim());
    if (next !== selection) choose(next);
  }

  return (
    <AdminCard
      title={TEXTS.recipients}
      action={
        <span className="admin-note">{allReaders.total !== undefined && TEXTS.selectedOf(selected, allReaders.total)}</span>
      }
    >
      <div className="grid gap-3">
        <search className="search search-wide">
          <Search size={18} strokeWidth={1.6} aria-hidden="true" />
          <input
            type="search"
            className="input"
            value={q}
            onChange={({ currentTarget }) => search(currentTarget.value)}
            placeholder={TEXTS.search}
            aria-label={TEXTS.search}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        </search>
        <Checkbox
          name="everybody"
          label={q.trim() === "" ? TEXTS.selectAll : TEXTS.selectFound(counts?.reachable ?? 0)}
          description={counts && counts.found > counts.reachable ? TEXTS.unreachable(counts.found - counts.reachable) : undefined}
          checked={isAll && selection.q === q.trim()}
          disabled={!counts || counts.reachable === 0}
          onChange={({ currentTarget }) =>
            choose(currentTarget.checked ? { kind: "all", q: q.trim(), except: [] } : NO_RECIPIENTS)
          }
        />
        <section
          className="recipients"
          aria-label={TEXTS.list}
          aria-busy={isLoading}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEAR_THE_END) loadMore();
          }}
        >
          {rows.map((row) => (
            <Recipient
              key={row.id}
              row={row}
              isTicked={row.refusal === undefined && isSelected(selection, row.id)}
              onToggle={() => choose(toggleRecipient(selection, row.id))}
            />
          ))}
          {hasFailed ? (
            <div className="grid justify-items-start gap-2 p-4">
              <p role="alert">{TEXTS.listFailed}</p>
              <Button variant="outline" size="sm" onClick={retry}>
                {TEXTS.again}
              </Button>
            </div>
          ) : (
            (isLoading || rows.length === 0) && <p className="p-4 text-muted">{isLoading ? TEXTS.loadingMore : TEXTS.nobody}</p>
          )}
        </section>
      </div>
    </AdminCard>
  );
}

/**
 * Counts of all accounts. `total` comes with each page of the list; `reachable` only while no search is
 * active.
 */
function useAllReaders(template: string, q: string, counts: { readonly total: number; readonly reachable: number } | undefined) {
  const [total, setTotal] = useState<number>();
  const [reachable, setReachable] = useState<{ readonly template: string; readonly people: number }>();
  if (counts && counts.total !== total) setTotal(counts.total);
  if (counts && q === "" && (reachable?.template !== template || reachable.people !== counts.reachable))
    setReachable({ template, people: counts.reachable });
  // Who may be written to depends on the kind of mail; the total does not.
  return { total, reachable: reachable?.template === template ? reachable.people : undefined };
}

/** One account. Those who may not be written to cannot be ticked. */
function Recipient({ row, isTicked, onToggle }: { row: RecipientRow; isTicked: boolean; onToggle: () => void }) {
  const name = `${row.firstName} ${row.lastName}`.trim() || row.email || "–";
  return (
    <Checkbox
      name={`r-${row.id}`}
      className="recipient"
      label={name}
      description={row.refusal ? TEXTS.refusal[row.refusal] : <EmailText address={row.email} />}
      checked={isTicked}
      // Not `disabled`: keyboard users can reach the option and hear why it is unavailable.
      aria-disabled={row.refusal !== undefined || undefined}
      onChange={() => row.refusal === undefined && onToggle()}
    />
  );
}

type Page = Awaited<ReturnType<typeof loader>>["data"];
type RecipientRow = NonNullable<Page["list"]>["rows"][number];
/** Pages of the list that were loaded for a query. */
type Loaded = {
  readonly queryKey: string;
  readonly pages: ReadonlyMap<number, readonly RecipientRow[]>;
  readonly last: Page | undefined;
};

/** Pause in typing after which the search starts. */
const SEARCH_AFTER_MS = 250;

/** Loads the list page by page for a template and a search. */
function useRecipients(template: string, q: string) {
  const fetcher = useFetcher<Page>({ key: "recipients" });
  const queryKey = `${template}?${q}`;
  const [loaded, setLoaded] = useState<Loaded>({ queryKey: "", pages: new Map(), last: undefined });
  const { load: fetchPage } = fetcher;

  useEffect(() => {
    const timer = setTimeout(() => void fetchPage(pageOf(template, q, 1)), q === "" ? 0 : SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPage, template, q]);

  const { data: reply } = fetcher;
  useEffect(() => {
    if (!reply) return;
    const key = `${reply.template}?${reply.q}`;
    if (key !== queryKey) return;
    setLoaded((before) => {
      const pages = new Map(before.queryKey === key ? before.pages : []);
      if (reply.list) pages.set(reply.page, reply.list.rows);
      return { queryKey: key, pages, last: reply };
    });
  }, [reply, queryKey]);

  const hasLoadFailed = useFailedLoad(fetcher);
  const isCurrent = loaded.queryKey === queryKey;
  const rows = isCurrent ? [...loaded.pages.keys()].sort((a, b) => a - b).flatMap((page) => loaded.pages.get(page) ?? []) : [];
  const counts = isCurrent ? loaded.last?.list : undefined;
  return {
    rows,
    counts,
    isLoading: fetcher.state !== "idle" || (!isCurrent && !hasLoadFailed),
    hasFailed: fetcher.state === "idle" && (isCurrent ? loaded.last?.list === undefined : hasLoadFailed),
    loadMore() {
      if (fetcher.state === "idle" && counts && rows.length < counts.found)
        void fetchPage(pageOf(template, q, loaded.pages.size + 1));
    },
    retry: () => void fetchPage(pageOf(template, q, 1)),
  };
}

function pageOf(template: string, q: string, page: number): string {
  return `/admin/emails/recipients?${new URLSearchParams({ template, q, page: String(page) })}`;
}
