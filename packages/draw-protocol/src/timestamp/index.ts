/** Time-stamps (RFC 3161) by outside authorities. Separate, because drawing does not need them. */

export { TIMESTAMP_ROOTS } from "./roots.ts";
export { type Timestamp, type TimestampCheck, type TimestampProblem, verifyTimestamp } from "./token.ts";
export { timestampRequest, tokenIn, trustedRoots, type Witness, type WitnessCheck, witnessesOf, witnessStep } from "./witness.ts";
