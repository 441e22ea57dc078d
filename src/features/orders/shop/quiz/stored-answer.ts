/** The chosen answer, in the tab's storage: it survives a sign-in, and half an hour. */
const KEY = "quiz-answer";
const LIFETIME_MS = 30 * 60_000;

/** `at`: when it was chosen, in ms. */
type StoredAnswer = { readonly lotteryId: string; readonly answer: string; readonly at: number };

/** Undefined for another draw, after half an hour, and without storage. */
export function readAnswer(lotteryId: string): string | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null") as StoredAnswer | null;
    return stored?.lotteryId === lotteryId && Date.now() - stored.at < LIFETIME_MS ? stored.answer : undefined;
  } catch {
    return undefined;
  }
}

/** Has no effect without storage. */
export function storeAnswer(lotteryId: string, answer: string): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ lotteryId, answer, at: Date.now() } satisfies StoredAnswer));
  } catch {
    // Storage is switched off, or full.
  }
}
