import { describe, expect, it } from "vitest";
import { type Decision, decisionRefusal, type ProposalState, proposalExpiresAt } from "./proposals.ts";

const proposedAt = new Date("2026-03-01T09:00:00Z");
const expiresAt = proposalExpiresAt(proposedAt);
const refusalFor = (change: {
  state?: ProposalState;
  proposedBy?: string | undefined;
  decision?: Decision;
  by?: string;
  note?: string;
  now?: Date;
  roleSince?: Date;
}) =>
  decisionRefusal(
    { state: change.state ?? "open", proposedBy: "proposedBy" in change ? change.proposedBy : "anna", proposedAt, expiresAt },
    {
      decision: change.decision ?? "confirm",
      by: change.by ?? "ben",
      roleSince: change.roleSince,
      note: change.note ?? "",
      now: change.now ?? proposedAt,
    },
  );

describe("a proposal", () => {
  it.each([
    ["is confirmed by a second administrator", {}, undefined],
    ["is confirmed by any administrator if the command line proposed it", { proposedBy: undefined }, undefined],
    ["is not confirmed by its proposer", { by: "anna" }, "own"],
    ["is not refused by its proposer", { by: "anna", decision: "refuse", note: "No." }, "own"],
    ["is refused with a note", { decision: "refuse", note: "The winner has answered." }, undefined],
    ["is not refused without a note", { decision: "refuse" }, "note_needed"],
    ["is withdrawn by its proposer", { by: "anna", decision: "withdraw" }, undefined],
    ["is not withdrawn by another administrator", { decision: "withdraw" }, "not_own"],
    ["is confirmed by an administrator with an older role", { roleSince: proposedAt }, undefined],
    ["is not confirmed by an administrator with a newer role", { roleSince: new Date(proposedAt.getTime() + 1) }, "too_new"],
    [
      "is refused by them all the same",
      { roleSince: new Date(proposedAt.getTime() + 1), decision: "refuse", note: "No." },
      undefined,
    ],
    ["is not decided twice", { state: "confirmed" }, "decided"],
    ["is not decided after it expired", { state: "expired" }, "expired"],
    ["can be decided until its seventh day ends", { now: new Date(expiresAt.getTime() - 1) }, undefined],
    ["cannot be decided from then on", { now: expiresAt }, "expired"],
  ] as const)("%s", (_, change, outcome) => {
    expect(refusalFor(change)).toBe(outcome);
  });

  it("stays open for seven days", () => {
    expect(expiresAt.toJSON()).toBe("2026-03-08T09:00:00.000Z");
  });
});
