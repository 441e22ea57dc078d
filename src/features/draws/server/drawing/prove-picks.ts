/** Finds the picked tickets and proves their inclusion, reading one block instead of the whole list. */
import {
  type Beacon,
  BLOCK_LINES,
  type Block,
  type ChainInfo,
  type Commitment,
  type Pick as DrawPick,
  type DrawProof,
  decide,
  type PickedTicket,
  pathThroughBlock,
  prizesOf,
  verifyPath,
} from "@concours/draw-protocol";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { findEntryLines, listBlocks } from "../closing/entry-store.ts";
import { digestEntries } from "../closing/stream-entries.ts";
import { listOwningPeople } from "../winners/winner-store.ts";

/** What the draw is committed to. */
export type CommittedList = {
  readonly inputs: Commitment;
  readonly prize: string | undefined;
  readonly timestamps: DrawProof["timestamps"];
  readonly chain: ChainInfo;
  readonly frozenAt: Date;
};

/** Whether the owner of a pick owns one of the picks that have won. */
async function winsByOwner(db: Db | Tx, { drawId, prizeRules }: Commitment, picks: readonly PickedTicket[]) {
  if (!prizeRules?.onePrizeAPerson) return undefined;
  const owners = await listOwningPeople(
    db,
    drawId,
    picks.map(({ ticket }) => ticket),
  );
  const ownerOf = (pick: number) => owners.get(picks[pick]?.ticket ?? 0);
  return (pick: number, won: readonly number[]) => won.some((each) => ownerOf(each) === ownerOf(pick));
}

/** For old draws without stored blocks, hashes the list again. */
async function blocksOf(db: Db | Tx, { inputs, frozenAt }: CommittedList): Promise<readonly Block[]> {
  const blocks = await listBlocks(db, inputs.drawId);
  return blocks.length > 0 ? blocks : (await digestEntries(db, inputs.drawId, frozenAt)).blocks;
}

/** Reads the ticket of a pick, with its path in the Merkle tree. */
async function ticketOf(db: Db | Tx, committed: CommittedList, blocks: readonly Block[], pick: DrawPick): Promise<PickedTicket> {
  const { inputs, frozenAt } = committed;
  const { listIndex } = pick;
  const block = blocks[Math.floor(listIndex / BLOCK_LINES)];
  if (!block) throw new Error(`draw ${inputs.drawId} has no block for index ${listIndex}`);
  const range = { lotteryId: inputs.drawId, after: block.firstTicket - 1, limit: BLOCK_LINES, frozenAt };
  const csv = (await findEntryLines(db, range))?.csv ?? "";
  const lines = csv.split("\n").filter(Boolean);
  const leaf = lines[listIndex % BLOCK_LINES] ?? "";
  const path = pathThroughBlock({ listIndex, lines: lines.map((line) => Buffer.from(line, "latin1")), blocks });
  if (!verifyPath({ line: Buffer.from(leaf, "latin1"), index: listIndex, n: inputs.n, path }, inputs.merkleRoot))
    throw new Error(`draw ${inputs.drawId}: place ${listIndex} of the list differs from the commitment`);
  return { ...pick, ticket: Number(leaf.split(",")[0]), leaf, path };
}

/**
 * The proof of a draw. Takes milliseconds for a list of any length.
 * @param passedOver picks passed over by the stored result; by default, they follow from the owners
 * @throws an Error if beacon, commitment and tickets do not match
 */
export async function provePicks(
  db: Db | Tx,
  committed: CommittedList,
  beacon: Beacon,
  passedOver?: ReadonlySet<number>,
): Promise<DrawProof> {
  const { inputs, prize, timestamps, chain } = committed;
  const { commitment, seed, picks: indexes } = decide({ committed: inputs, chain, beacon });
  const blocks = await blocksOf(db, committed);
  const picks: PickedTicket[] = [];
  for (const pick of indexes) picks.push(await ticketOf(db, committed, blocks, pick));
  const hasWon = passedOver ? (pick: number) => passedOver.has(pick) : await winsByOwner(db, inputs, picks);
  return { committed: inputs, commitment, prize, chain, beacon, seed, picks, prizes: prizesOf(inputs, hasWon), timestamps };
}
