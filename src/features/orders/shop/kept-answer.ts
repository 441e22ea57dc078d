const KEY = "quiz-answer";
const KEPT_MS = 30 * 60_000;

type Kept = { readonly lotteryId: string; readonly answer: string; readonly at: number };

export function readAnswer(lotteryId: string): string | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return kept?.lotteryId === lotteryId && Date.now() - kept.at < KEPT_MS ? kept.answer : undefined;
  } catch {
    return undefined;
  }
}

export function keepAnswer(lotteryId: string, answer: string): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ lotteryId, answer, at: Date.now() } satisfies Kept));
  } catch {
    // Storage is switched off, or full.
  }
}
