/** The list of recipients as far as somebody has scrolled: fetched page by page, anew for every search and template. */
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useCameToNothing, useReply } from "#ui/fields/use-reply.ts";
import type { loader } from "./emails-recipients-route.ts";

type Page = Awaited<ReturnType<typeof loader>>["data"];
export type RecipientRow = NonNullable<Page["list"]>["rows"][number];
type Loaded = {
  readonly asked: string;
  readonly pages: ReadonlyMap<number, readonly RecipientRow[]>;
  readonly last: Page | undefined;
};

const SEARCH_AFTER_MS = 250;

export function useRecipients(template: string, q: string) {
  const fetcher = useFetcher<Page>({ key: "recipients" });
  const asked = `${template}?${q}`;
  const [loaded, setLoaded] = useState<Loaded>({ asked: "", pages: new Map(), last: undefined });
  const { load: fetchPage } = fetcher;

  useEffect(() => {
    const timer = setTimeout(() => void fetchPage(pageOf(template, q, 1)), q === "" ? 0 : SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPage, template, q]);

  useReply(fetcher, (reply) => {
    const key = `${reply.template}?${reply.q}`;
    if (key !== asked) return;
    setLoaded((before) => {
      const pages = new Map(before.asked === key ? before.pages : []);
      if (reply.list) pages.set(reply.page, reply.list.rows);
      return { asked: key, pages, last: reply };
    });
  });

  const cameToNothing = useCameToNothing(fetcher);
  const isCurrent = loaded.asked === asked;
  const rows = isCurrent ? [...loaded.pages.keys()].sort((a, b) => a - b).flatMap((page) => loaded.pages.get(page) ?? []) : [];
  const counts = isCurrent ? loaded.last?.list : undefined;
  return {
    rows,
    counts,
    isLoading: fetcher.state !== "idle" || (!isCurrent && !cameToNothing),
    hasFailed: fetcher.state === "idle" && (isCurrent ? loaded.last?.list === undefined : cameToNothing),
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
