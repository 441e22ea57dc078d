/**
 * Simulates twenty thousand people in a waiting room, without shop or clock: two hundred programs that come
 * first and ask a hundred times each, late arrivals, no-shows, and visitors who buy nothing. `npm run bench
 * -- queue-rules 20000`; `queue` does the same with a shop.
 */
import { DEFAULT_PLAN, nextProgress, type Progress } from "#features/queue/rules/admission.ts";
import { positionOf } from "#features/queue/rules/order.ts";
import { mean, spearman } from "./crowd.ts";
import { percentile } from "./processes.ts";

const PEOPLE = Number(process.argv[2] ?? 20_000);
const BOTS = Math.round(PEOPLE / 100);
const TIMES_A_BOT = 100;
const GATHER_MS = DEFAULT_PLAN.gatherMinutes * 60_000;
const LATE = Math.round(PEOPLE / 10);
/** Shares of people who take their turn and who buy, and how long these choose (others: three minutes). */
const COMES = 0.85;
const BUYS = 0.7;
const CHOOSING_MS = [15_000, 60_000] as const;
const COMING_MS = 20_000;
const NEVER: Progress = {
  ...{ places: 0, drawn: undefined, admitted: 0, credit: 0, movedAt: undefined },
  ...{ sampleAt: undefined, sampleAdmitted: 0, beforeAt: undefined, beforeAdmitted: 0 },
};

const between = (from: number, to: number) => from + Math.random() * (to - from);

/** Each request with its time; an account's place is that of its first. */
const asks = Array.from({ length: PEOPLE }, (_, person) =>
  person < BOTS
    ? Array.from({ length: TIMES_A_BOT }, (_, i) => ({ person, at: i === 0 ? 0 : between(0, GATHER_MS) }))
    : [{ person, at: between(0, GATHER_MS) }],
).flat();
const numbers = new Map<number, number>();
for (const { person } of asks.toSorted((a, b) => a.at - b.at)) if (!numbers.has(person)) numbers.set(person, numbers.size + 1);
const seed = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
const coming = [...numbers.values()];
const people = [...numbers.keys()];
const begun = performance.now();
const turns = coming.map((number) => positionOf(number, { drawn: PEOPLE, seed }));
const each = (performance.now() - begun) / PEOPLE;
const averageOf = (isBot: boolean) => mean(turns.filter((_, i) => (people[i] ?? 0) < BOTS === isBot)).toFixed(0);
console.log(`${asks.length} asks are ${numbers.size} places; a position takes ${each.toFixed(2)} ms to work out`);
console.log(
  `order of coming against order of turns: ${spearman(coming, turns).toFixed(4)}, by luck within ±${(2 / Math.sqrt(PEOPLE)).toFixed(4)}`,
);
console.log(
  `average position: ${averageOf(true)} of those who were first and asked ${TIMES_A_BOT} times, ${averageOf(false)} of the others`,
);

for (const mostInside of [DEFAULT_PLAN.mostInside, 300]) console.log(letIn(mostInside));

function letIn(mostInside: number): string {
  const plan = { perMinute: DEFAULT_PLAN.perMinute, mostInside };
  let room = NEVER;
  let arriving: number[] = [];
  let entered: number[] = [];
  let inside: number[] = [];
  let most = 0;
  const minutes: number[] = [];
  let now = 0;
  for (; room.admitted < PEOPLE + LATE; now += 1000) {
    for (const _ of arriving.filter((at) => at <= now)) {
      entered.push(now);
      inside.push(now + (Math.random() < BUYS ? between(...CHOOSING_MS) : 180_000));
    }
    arriving = arriving.filter((at) => at > now);
    entered = entered.filter((at) => at > now - 200_000);
    inside = inside.filter((until) => until > now);
    most = Math.max(most, inside.length);
    const places = PEOPLE + (room.drawn === undefined ? 0 : LATE);
    const since = room.beforeAt ?? 0;
    const counts = { inside: inside.length, entered: entered.filter((at) => at >= since).length, isHeld: false };
    const before = room.admitted;
    room = nextProgress({ ...room, ...plan, places }, counts, now);
    for (let turn = before; turn < room.admitted; turn += 1)
      if (Math.random() < COMES) arriving.push(now + between(1000, COMING_MS));
    const minute = Math.floor(now / 60_000);
    minutes[minute] = (minutes[minute] ?? 0) + room.admitted - before;
  }
  const whole = minutes.slice(1, -1);
  return `at most ${plan.perMinute} a minute and ${mostInside} inside: ${mean(whole).toFixed(0)} a minute, from ${percentile(whole, 0)} to ${percentile(whole, 1)}; never more than ${most} inside; ${(now / 60_000).toFixed(0)} minutes`;
}
