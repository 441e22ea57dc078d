/** Drafts of the profile form, stored for this tab so that they survive the end of a session. */
import { type RefObject, useEffect } from "react";

const KEY = "profile-draft";
/** Maximum age of a draft. */
const MAX_AGE_MS = 30 * 60_000;

/** `owner`: user id. `at`: Unix milliseconds. */
type Draft = { readonly owner: string; readonly at: number; readonly fields: readonly (readonly [string, string])[] };

/** Restores the draft of `owner`, and stores changes from then on. */
export function useStoredDraft(form: RefObject<HTMLFormElement | null>, owner: string): void {
  useEffect(() => {
    const { current: element } = form;
    if (!element) return;
    for (const [name, value] of readDraft(owner)) {
      const field = element.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement) || field.value === value) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const storeChanges = () => {
      const fields = [...new FormData(element)].map(([name, value]) => [name, String(value)] as const);
      store(JSON.stringify({ owner, at: Date.now(), fields } satisfies Draft));
    };
    element.addEventListener("input", storeChanges);
    return () => element.removeEventListener("input", storeChanges);
  }, [form, owner]);
}

/** Deletes the draft. */
export function dropDraft(): void {
  store(undefined);
}

function readDraft(owner: string): Draft["fields"] {
  try {
    const draft = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null") as Draft | null;
    return draft?.owner === owner && Date.now() - draft.at < MAX_AGE_MS ? draft.fields : [];
  } catch {
    return [];
  }
}

/** A browser without storage has no drafts. */
function store(draft: string | undefined): void {
  try {
    if (draft === undefined) window.sessionStorage.removeItem(KEY);
    else window.sessionStorage.setItem(KEY, draft);
  } catch {
    // Storage is disabled or full.
  }
}
