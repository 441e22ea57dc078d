/** Small questions that come at once, answered together: one look at the database for all who ask meanwhile. */

/** More wait for the next turn. */
const MOST = 100;
/** Far longer than a look takes. One that has lost its connection without a word may end after a quarter of an hour. */
const TIMEOUT_MS = 10_000;

type Waiting<Q, A> = { readonly question: Q; readonly resolve: (answer: A) => void; readonly reject: (error: unknown) => void };

/**
 * Answers are looked for after the question came, never before: nobody gets what was true earlier. Whoever asks while a look is under way is part of the
 * next one, which begins without waiting any longer for a look that hangs: that one holds up those alone who are part of it.
 *
 * @param look answers in the order of the questions; if it fails, it fails for these alone
 * @param pauseMs how long a look waits for more to ask
 * @param apart whether questions that failed together, of this error, are then asked one by one: what is wrong with one of them is wrong with that one
 *   alone. Where the database is gone, each would wait for it in turn
 */
export function gathered<Q, A>(
  look: (questions: readonly Q[]) => Promise<readonly A[]>,
  { apart = () => false, pauseMs = 0 }: { readonly apart?: (error: unknown) => boolean; readonly pauseMs?: number } = {},
): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  let isLooking = false;
  const answer = async (these: readonly Waiting<Q, A>[]): Promise<void> => {
    try {
      const answers = await look(these.map(({ question }) => question));
      these.forEach(({ resolve }, place) => void resolve(answers[place] as A));
    } catch (error) {
      if (these.length > 1 && apart(error)) for (const one of these) await answer([one]);
      else for (const { reject } of these) reject(error);
    }
  };
  const lookUp = async () => {
    const these = waiting.slice(0, MOST);
    waiting = waiting.slice(MOST);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, TIMEOUT_MS).unref();
    });
    await Promise.race([answer(these), timeout]);
    clearTimeout(timer);
    isLooking = waiting.length > 0;
    if (isLooking) void (pauseMs > 0 ? setTimeout(lookUp, pauseMs) : lookUp());
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isLooking) return;
      isLooking = true;
      // What the network has brought at the same moment comes along.
      void (pauseMs > 0 ? setTimeout(lookUp, pauseMs) : setImmediate(lookUp));
    });
}
