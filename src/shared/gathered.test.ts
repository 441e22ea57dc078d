/** Many who ask at once are answered by one look, each by what was true after they asked. */
import { expect, it, vi } from "vitest";
import { isGone } from "./database-errors.ts";
import { gathered } from "./gathered.ts";

function slow() {
  const looks: { readonly asked: readonly number[]; answer(): void; fail(): void }[] = [];
  const ask = gathered<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        looks.push({
          asked,
          answer: () => resolve(asked.map((each) => `answer ${each}`)),
          fail: () => reject(new Error("no database")),
        });
      }),
  );
  return { ask, looks };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("who asks at the same moment is part of one look, and gets an answer of their own", async () => {
  const { ask, looks } = slow();
  const answers = Promise.all([1, 2, 3].map(ask));
  await turn();
  expect(looks.map(({ asked }) => asked)).toEqual([[1, 2, 3]]);
  looks[0]?.answer();
  expect(await answers).toEqual(["answer 1", "answer 2", "answer 3"]);
});

it("who asks while a look is under way is part of the next, since what that one saw may be over", async () => {
  const { ask, looks } = slow();
  const first = ask(1);
  await turn();
  const later = Promise.all([ask(2), ask(3)]);
  await turn();
  expect(looks).toHaveLength(1);
  looks[0]?.answer();
  await first;
  await turn();
  expect(looks.map(({ asked }) => asked)).toEqual([[1], [2, 3]]);
  looks[1]?.answer();
  expect(await later).toEqual(["answer 2", "answer 3"]);
});

it("a look that fails, fails for those alone who were part of it", async () => {
  const { ask, looks } = slow();
  const first = ask(1).catch((error: Error) => error.message);
  await turn();
  const later = ask(2);
  looks[0]?.fail();
  expect(await first).toBe("no database");
  await turn();
  looks[1]?.answer();
  expect(await later).toBe("answer 2");
});

it("what is wrong with one of them is wrong with that one alone, where they may be asked apart", async () => {
  const looks: (readonly number[])[] = [];
  const look = async (asked: readonly number[]) => {
    looks.push(asked);
    if (asked.includes(2)) throw new Error("refused");
    return asked;
  };
  const outcomes = (apart: boolean) => Promise.allSettled([1, 2, 3].map(gathered(look, { apart: () => apart })));
  expect((await outcomes(false)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect((await outcomes(true)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(looks).toEqual([[1, 2, 3], [1, 2, 3], [1], [2], [3]]);
});

it("a database that is gone is gone for all of them: nobody is asked apart", async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    throw new Error("Connection terminated unexpectedly");
  };
  const ask = gathered<number, number>(look, { apart: (error) => !isGone(error) });
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(looks).toBe(1);
});

it("a look may wait for more to ask", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const looks: (readonly number[])[] = [];
    const ask = gathered<number, number>(
      async (asked) => {
        looks.push(asked);
        return asked;
      },
      { pauseMs: 50 },
    );
    const answers = [ask(1)];
    await vi.advanceTimersByTimeAsync(49);
    answers.push(ask(2));
    expect(looks).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(answers)).toEqual([1, 2]);
    const last = ask(3);
    await vi.advanceTimersByTimeAsync(50);
    expect(await last).toBe(3);
    expect(looks).toEqual([[1, 2], [3]]);
  } finally {
    vi.useRealTimers();
  }
});

it("a crowd is answered a hundred at a time", async () => {
  const sizes: number[] = [];
  const ask = gathered<number, number>(async (asked) => {
    sizes.push(asked.length);
    return asked;
  });
  const crowd = Array.from({ length: 250 }, (_, i) => i);
  expect(await Promise.all(crowd.map(ask))).toEqual(crowd);
  expect(sizes).toEqual([100, 100, 50]);
});

it("a look that never ends keeps nobody waiting who was no part of it, however many asked meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { ask, looks } = slow();
    void ask(1);
    await turn();
    const later = Promise.all([ask(2), ask(3)]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.map(({ asked }) => asked)).toEqual([[1], [2, 3]]);
    looks[1]?.answer();
    expect(await later).toEqual(["answer 2", "answer 3"]);
    await turn();
    // Whoever asks now waits for nothing else.
    const last = ask(4);
    await turn();
    looks[2]?.answer();
    expect(await last).toBe("answer 4");
  } finally {
    vi.useRealTimers();
  }
});
