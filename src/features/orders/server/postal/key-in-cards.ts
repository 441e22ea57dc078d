/** Pasted cards are checked first, then keyed in one by one: a bad line stops no other line. */

import { createHash } from "node:crypto";
import { type Actor, may } from "#features/access/server/actor.ts";
import { activeExclusion } from "#features/accounts/rules/person/safer-play.ts";
import { plainName } from "#features/accounts/rules/person/same-person.ts";
import { findPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { findOwnerOfCard } from "#features/accounts/server/person/join-person.ts";
import { findSamePersonExclusion } from "#features/accounts/server/person/same-person.ts";
import { readPhone } from "#features/accounts/server/profile/phone.ts";
import { canEnterFree } from "#features/lotteries/rules/lifecycle.ts";
import { isAnyExcludedStaff } from "#features/staff/server/team/staff-exclusion.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type CardLine, type CardLines, readCardLines } from "../../rules/postal/card-lines.ts";
import { type Card, type CardProblems, readCard } from "../../rules/postal/postal-card.ts";
import { type BatchDetails, type EnteredCard, type KeyInError, keyInCard, type PostalRefusal } from "./key-in-card.ts";
import { findPersonByCard, findPostalDraw, hasCardOfDay } from "./postal-card-store.ts";

/** Pasted lines; `receivedOn`: the day of arrival of lines without one. */
export type Paste = {
  readonly lotteryId: string;
  readonly text: string;
  readonly receivedOn: string;
};

/** Why a line is refused. */
export type LineFault = { readonly error: KeyInError | "invalid"; readonly problems?: CardProblems };
/** A line; `number` counts from 1, `source` is the text as pasted. */
export type CheckedLine = {
  readonly number: number;
  readonly source: string;
  readonly name: string;
  readonly email: string;
  readonly fault: LineFault | undefined;
};
/** The lines, or why the whole paste cannot be read. */
export type CheckedPaste = { readonly lines: readonly CheckedLine[]; readonly problem: CardLines["problem"] };

/** Why a valid card would be refused; adds it to `earlierCards` of the paste. */
async function faultOf(ctx: Ctx, lotteryId: string, card: Card, earlierCards: Set<string>): Promise<LineFault | undefined> {
  const key = [card.receivedOn, plainName(card), card.birthDate, (card.email ?? card.address).toLowerCase()].join(" ");
  const isRepeated = earlierCards.has(key);
  earlierCards.add(key);
  const { id, duplicates } =
    card.email === undefined
      ? { id: await findPersonByCard(ctx.db, card), duplicates: [] }
      : await findOwnerOfCard(ctx.db, card, card.email);
  for (const userId of id === undefined ? duplicates : [id, ...duplicates]) {
    const exclusion = activeExclusion(await findPlayerLimits(ctx, userId), ctx.now());
    if (exclusion) return { error: exclusion.kind };
  }
  if (id === undefined && (await findSamePersonExclusion(ctx, ctx.db, card))) return { error: "excluded" };
  if (await isAnyExcludedStaff(ctx, ctx.db, id === undefined ? duplicates : [id, ...duplicates])) return { error: "staff" };
  if (id !== undefined && (await hasCardOfDay(ctx.db, lotteryId, id, card.receivedOn))) return { error: "duplicate" };
  return isRepeated ? { error: "duplicate" } : undefined;
}

function lineOf({ number, source, fields }: CardLine, fault: LineFault | undefined): CheckedLine {
  return { number, source, name: `${fields.firstName} ${fields.lastName}`.trim(), email: fields.email, fault };
}

/** Checks the pasted lines without writing anything. */
export async function checkCards(
  ctx: Ctx,
  actor: Actor,
  paste: Paste,
): Promise<Result<CheckedPaste, PostalRefusal | "forbidden">> {
  if (!(await may(ctx, actor, "entries.write"))) return err("forbidden");
  const draw = isUuid(paste.lotteryId) ? await findPostalDraw(ctx.db, paste.lotteryId) : undefined;
  if (!draw) return err("not_found");
  const allowed = canEnterFree(draw, ctx.now());
  if (!allowed.ok) return allowed;
  const { lines, problem } = readCardLines(paste.text, paste.receivedOn, londonDate(ctx.now()));
  const earlierCards = new Set<string>();
  const checked: CheckedLine[] = [];
  for (const line of lines) {
    const { card, problems } = readCard(line.fields, draw, { today: londonDate(ctx.now()), readPhone });
    const fault = card ? await faultOf(ctx, draw.id, card, earlierCards) : { error: "invalid" as const, problems };
    checked.push(lineOf(line, fault));
  }
  return ok({ lines: checked, problem });
}

/** `done`: the entered lines; `left`: the refused ones. */
export type KeyedPaste = {
  readonly done: readonly (EnteredCard & { readonly line: number })[];
  readonly left: readonly CheckedLine[];
  /** The remaining lines as pasted, with their headline, to be corrected and sent again. */
  readonly text: string;
  readonly problem: CardLines["problem"];
};

/**
 * Keys in all valid lines.
 * @param input.batchKey a repeated paste with the same key enters nothing twice
 * @param input.another numbers of lines that are no duplicates, although they look so
 */
export async function keyInCards(
  ctx: Ctx,
  actor: Actor,
  input: Paste & {
    readonly locale: Locale;
    readonly batchKey: string;
    readonly another: readonly number[];
    readonly auditDetails?: BatchDetails;
    readonly mostUnapproved?: number;
  },
): Promise<Result<KeyedPaste, "forbidden">> {
  if (!(await may(ctx, actor, "entries.write"))) return err("forbidden");
  const { lines, problem, headline } = readCardLines(input.text, input.receivedOn, londonDate(ctx.now()));
  const done: (EnteredCard & { line: number })[] = [];
  const refused: CheckedLine[] = [];
  for (const line of lines) {
    const keyed = await keyInCard(ctx, actor, {
      lotteryId: input.lotteryId,
      fields: line.fields,
      locale: input.locale,
      requestKey: `${input.batchKey}:${line.number}:${createHash("sha256").update(line.source).digest("hex").slice(0, 32)}`,
      isAnother: input.another.includes(line.number),
      ...(input.auditDetails && { auditDetails: input.auditDetails }),
      ...(input.mostUnapproved !== undefined && { mostUnapproved: input.mostUnapproved }),
    });
    if (keyed.ok) done.push({ ...keyed.value, line: line.number });
    // Refused lines are numbered as in the returned text.
    else
      refused.push(
        lineOf(
          { ...line, number: refused.length + 1 },
          { error: keyed.error, ...("problems" in keyed && { problems: keyed.problems }) },
        ),
      );
  }
  const sources = refused.map(({ source }) => source);
  const text = problem ? input.text : [...(headline && sources.length > 0 ? [headline] : []), ...sources].join("\n");
  return ok({ done, left: refused, text, problem });
}
