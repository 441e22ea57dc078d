/** The agenda returns entries in the order of their time, and none early. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Agenda } from "./time.ts";

test("due entries are taken in order, the others stay", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 50 }), (times, now) => {
      const agenda = new Agenda();
      for (const [index, at] of times.entries()) agenda.add({ at, kind: "session", id: String(index) });
      const taken: number[] = [];
      for (let due = agenda.take(now); due !== undefined; due = agenda.take(now)) taken.push(due.at);
      const sorted = times.toSorted((a, b) => a - b);
      expect(taken).toEqual(sorted.filter((at) => at <= now));
      const rest: number[] = [];
      for (let due = agenda.take(50); due !== undefined; due = agenda.take(50)) rest.push(due.at);
      expect(rest).toEqual(sorted.filter((at) => at > now));
    }),
  );
});
