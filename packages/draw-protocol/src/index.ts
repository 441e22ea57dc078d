/** pdraw: a verifiable way to pick a winner. The parts are described in docs/draw-protocol.md. */
export { assignPrizes, type PassedOver, type PrizeResult } from "./assign-prizes.ts";
export { type Beacon, beaconKeys, randomnessOf, signRound, verifyBeacon, verifySignature } from "./beacon.ts";
export { type ChainInfo, chainHash, closingRound, QUICKNET, roundAt, timeOf } from "./chain.ts";
export {
  ALGORITHMS,
  type Algorithm,
  type Commitment,
  commitmentHash,
  commitmentJson,
  commitTo,
  commitToDigest,
  MAX_PRIZES,
  type PrizeRules,
  picksFor,
} from "./commitment.ts";
export { type EntriesProblem, type Entry, EntryList, entryLine, readEntries, writeEntries } from "./entry-list.ts";
export { EntryReader } from "./entry-reader.ts";
export { type Block, type ListDigest, ListDigester, pathThroughBlock } from "./list-digest.ts";
export { type Inclusion, type MerklePath, merkleRoot, type PathStep, verifyPath } from "./merkle.ts";
export { BLOCK_LINES } from "./merkle-blocks.ts";
export { type MerkleTree, merkleTree } from "./merkle-tree.ts";
export {
  PACK_NAME,
  type PackedEntries,
  type PackFiles,
  packFiles,
  type ReadPack,
  readPack,
  type UndrawnPack,
  undrawnPackFiles,
} from "./pack.ts";
export { drawPicks, drawSeed, type KeyedHash, type Pick, pickIndex } from "./pick.ts";
export {
  fileHash,
  type Prize,
  type PrizeAddition,
  type PrizeCharity,
  type PrizeDocument,
  type PrizeFact,
  type PrizePicture,
  type PrizeText,
  parsePrize,
  pictureFiles,
  prizeHash,
  prizeJson,
} from "./prize.ts";
export { type DrawProof, decide, type PickedTicket, prizesOf, proveDraw } from "./proof.ts";
export { parseProof, proofJson } from "./proof-json.ts";
export {
  type DrawClaim,
  type DrawResult,
  type Fact,
  STEPS,
  type StepName,
  type StepResult,
  verifyDraw,
  verifySteps,
} from "./verify-draw.ts";
