import { parseArgs } from "node:util";
import { REPLACEMENT_REASONS } from "#features/draws/rules/replacement.ts";
import { closeSales } from "#features/draws/server/closing/close-sales.ts";
import { freezeEntries } from "#features/draws/server/closing/freeze-entries.ts";
import { drawWinner } from "#features/draws/server/drawing/draw-winner.ts";
import { requestDraw, setAutoDraw } from "#features/draws/server/drawing/request-draw.ts";
import { findDraw } from "#features/draws/server/reading/find-draw.ts";
import { type DrawOverview, listDraws } from "#features/draws/server/reading/list-draws.ts";
import { replaceWinner } from "#features/draws/server/winners/replace-winner.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { formatTicketNumber, isUuid } from "#shared/ids.ts";
import { err, type Result } from "#shared/result.ts";
import { doesClockAgree } from "../process/clock-guard.ts";

export const USAGE = `Usage:
  npm run draws -- list                           list all draws with their state
  npm run draws -- status <draw>                  show the state of a draw
  npm run draws -- close <draw>                   close sales after the end date
  npm run draws -- freeze <draw>                  seal the entry list and publish its commitment
  npm run draws -- draw <draw> [--reason TEXT] [--reason-fr TEXT]
                                                  close, freeze, wait for the round and draw the winner; an early draw needs a
                                                  reason, which is published
  npm run draws -- auto <draw> [--off]            draw the winner automatically as soon as no more entries can arrive
  npm run draws -- replace <draw> [--ticket N] --because CODE --reason TEXT [--reason-fr TEXT]
                                                  change the winner to the next reserve; when none is left, to the ticket you name,
                                                  which an administrator then confirms. The reason is published

CODE is one of ${REPLACEMENT_REASONS.join(", ")}.
<draw> is the ID or the short number of a draw.
`;

const REFUSALS: Readonly<Record<string, string>> = {
  not_found: "this draw does not exist",
  not_active: "this draw is not active",
  no_tickets: "this draw has no tickets",
  too_early: "sales have not ended yet",
  sales_open: "sales are still open: close them first",
  not_drained: "some tickets are still being paid for: try again within 35 minutes",
  awaiting_post: "postal entries can still arrive, or wait to be confirmed under Approvals",
  already_frozen: "the entry list is already sealed",
  beacon_unreachable: "no relay of the beacon answers: try again later",
  wrong_clock: "this machine's clock is wrong: set it and try again",
  not_drawn: "the winner has not been drawn yet",
  handed_over: "the prize has been handed over: if that is a mistake, undo the step in the back office first",
  no_reserve: "no reserve is left: name a ticket with --ticket",
  reserve_first: "a reserve is left: leave out --ticket",
  no_valid_ticket: "there is no valid ticket with this number",
  is_winner: "this ticket is already the winner",
  is_staff: "its holder works here: the terms keep staff out",
  already_proposed: "another ticket is already waiting for confirmation in the back office",
  not_reversed: "no bank has taken the winner's payment back for good: give the true reason with --because",
  still_time: "the terms give the winner 28 days to answer: wait until then, or give the true reason with --because",
  reason_needed: "give a reason with --reason",
  reason_too_short: "the reason is too short: write a sentence that anyone can understand",
  reason_too_long: "the reason is too long: use 500 characters at most",
  reason_code_needed: `choose --because from ${REPLACEMENT_REASONS.join(", ")}`,
};

const COMMANDS = ["list", "status", "close", "freeze", "draw", "auto", "replace"] as const;
export type Command = {
  readonly name: (typeof COMMANDS)[number];
  readonly draw: string;
  readonly reason: string | undefined;
  readonly reasonFr: string | undefined;
  readonly because: string | undefined;
  readonly ticket: number | undefined;
  readonly off: boolean;
};

export type DrawsCtx = Pick<Ctx, "db" | "log" | "jobs" | "media" | "beacon" | "timestamps" | "now" | "env">;
type Terminal = { readonly say: (line: string) => void; readonly waitForResult: (lotteryId: string) => Promise<void> };
const COMMAND = { kind: "command" } as const;

export function parseCommand(words: readonly string[]): Command | undefined {
  const text = { type: "string" } as const;
  const options = { reason: text, "reason-fr": text, because: text, ticket: text, off: { type: "boolean" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [name = "", draw = "", ...more] = positionals;
    const known = COMMANDS.find((each) => each === name);
    if (!known || more.length > 0 || (known !== "list" && draw === "")) return undefined;
    const ticket = values.ticket === undefined ? undefined : Number(values.ticket.replace(/^[A-Z]{2,6}-\d+-/i, ""));
    const { reason, because, "reason-fr": reasonFr, off = false } = values;
    return { name: known, draw, reason, reasonFr, because, ticket, off };
  } catch {
    return undefined;
  }
}

export async function runCommand(ctx: DrawsCtx, command: Command, { say, waitForResult }: Terminal): Promise<number> {
  const draws = await listDraws(ctx);
  if (command.name === "list") {
    for (const draw of draws) say(lineOf(draw));
    return 0;
  }
  const wanted = draws.find(({ lottery }) =>
    isUuid(command.draw) ? lottery.id === command.draw.toLowerCase() : lottery.shortNumber === Number(command.draw),
  );
  if (!wanted) {
    say(`Refused: there is no draw ${command.draw}.`);
    return 1;
  }
  const lotteryId = wanted.lottery.id;
  const done = await runInTime(ctx, command, lotteryId);
  if (!done.ok) {
    say(`Refused: ${REFUSALS[done.error] ?? done.error.replaceAll("_", " ")}.`);
    return 1;
  }
  if (command.name === "draw") await waitForResult(lotteryId);
  for (const line of await statusOf(ctx, lotteryId)) say(line);
  return 0;
}

/** Checks this clock against the database's first: ending sales is irreversible, also for other draws. */
async function runInTime(ctx: DrawsCtx, command: Command, lotteryId: string): Promise<Result<unknown, string>> {
  const isTimed = command.name === "close" || command.name === "freeze" || command.name === "draw";
  return isTimed && !(await doesClockAgree(ctx)) ? err("wrong_clock") : runAction(ctx, command, lotteryId);
}

async function runAction(ctx: DrawsCtx, command: Command, lotteryId: string): Promise<Result<unknown, string>> {
  const { reason, ticket } = command;
  switch (command.name) {
    case "close":
      return closeSales(ctx, COMMAND, { lotteryId });
    case "freeze":
      return freezeEntries(ctx, COMMAND, { lotteryId });
    case "draw": {
      const asked = await requestDraw(ctx, COMMAND, { lotteryId, reason, reasonFr: command.reasonFr });
      if (!asked.ok || asked.value.name !== "frozen") return asked;
      const drawn = await drawWinner(ctx, COMMAND, { lotteryId });
      return drawn.ok || drawn.error === "waiting" || drawn.error === "unreachable" ? asked : drawn;
    }
    case "auto":
      return setAutoDraw(ctx, COMMAND, { lotteryId, isOn: !command.off });
    case "replace":
      return replaceWinner(ctx, COMMAND, {
        lotteryId,
        ticketNumber: ticket,
        reason: { code: command.because ?? "", text: reason ?? "", textFr: command.reasonFr },
      });
    default:
      return { ok: true, value: undefined };
  }
}

function lineOf({ lottery, state, entries, autoDraw }: DrawOverview): string {
  const auto = autoDraw ? ", draws automatically" : "";
  return `${lottery.shortNumber}  ${lottery.title.en}: ${state.name.replaceAll("_", " ")}, ${entries.total} entries${auto}  ${lottery.id}`;
}

async function statusOf(ctx: DrawsCtx, lotteryId: string): Promise<string[]> {
  const draw = await findDraw(ctx, lotteryId);
  if (!draw) return [];
  const { lottery, state, committed, result } = draw;
  const lines = [
    `${lottery.title.en} (${lottery.shortNumber}): ${state.name.replaceAll("_", " ")}, ${draw.entries.total} entries`,
  ];
  if (state.name === "awaiting_post") lines.push(`postal entries count until ${state.until.toJSON()}`);
  if (committed) {
    lines.push(`commitment ${committed.commitment}, number ${committed.sequence} in the log`);
    lines.push(`round ${committed.inputs.round}, due ${committed.roundAt.toJSON()}`);
  }
  if (result) {
    const { ticketNumber, name } = result.winner;
    lines.push(`winner ${formatTicketNumber(lottery.shortNumber, ticketNumber)}, ${name ?? "a player"}`);
  }
  if (draw.isDemo && committed) lines.push("This draw used the demonstration beacon, so it proves nothing.");
  return lines;
}
