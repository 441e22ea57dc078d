/** Who outside the shop has seen a commitment before its round: the time-stamps in a proof, each checked. */
import { hexToBytes } from "@noble/hashes/utils.js";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { type ChainInfo, closingRound, QUICKNET, timeOf } from "../chain.ts";
import type { DrawProof } from "../proof.ts";
import type { StepResult } from "../verify-draw.ts";
import { TIMESTAMP_ROOTS } from "./roots.ts";
import { type Timestamp, type TimestampProblem, verifyTimestamp } from "./token.ts";

/** `late`: it was stamped when the round was known, or may have been. */
export type Witness = { readonly url: string } & (
  | { readonly ok: true; readonly value: Timestamp }
  | { readonly ok: false; readonly error: TimestampProblem | "late" }
);

/** `witnessed`: every time-stamp holds, and there is one. `not_witnessed`: none. `differs`: one fails. `roundAt` in ms. */
export type WitnessCheck = {
  readonly verdict: "witnessed" | "not_witnessed" | "differs";
  readonly round: number;
  readonly roundAt: number;
  readonly witnesses: readonly Witness[];
};

/** DER of the roots that are trusted, with those that the reader adds. */
export function trustedRoots(more: readonly Uint8Array[] = []): Uint8Array[] {
  return [...TIMESTAMP_ROOTS.map(({ certificate }) => Uint8Array.from(atob(certificate), (each) => each.charCodeAt(0))), ...more];
}

/** `claim.roots`: `included` trusts what a token brings along, for the demonstration alone. */
export async function witnessesOf(claim: {
  proof: Pick<DrawProof, "committed" | "timestamps">;
  commitment: string;
  roots: readonly Uint8Array[] | "included";
  trustedChain?: ChainInfo;
}): Promise<WitnessCheck> {
  const { proof, commitment, roots, trustedChain: chain = QUICKNET } = claim;
  // As the rule gives it: a later one in the proof would make room for a later stamp.
  const round = closingRound(chain, proof.committed.closedAt);
  const roundAt = timeOf(chain, round) * 1000;
  const witnesses: Witness[] = [];
  for (const { url, token } of proof.timestamps) {
    const check = await verifyTimestamp({ token: bytesOf(token), hash: commitment, roots });
    if (!check.ok) witnesses.push({ url, ok: false, error: check.error });
    else if (check.value.latest >= roundAt) witnesses.push({ url, ok: false, error: "late" });
    else witnesses.push({ url, ok: true, value: check.value });
  }
  const holds = witnesses.every(({ ok }) => ok);
  return { verdict: holds ? (witnesses.length > 0 ? "witnessed" : "not_witnessed") : "differs", round, roundAt, witnesses };
}

/** Empty where it is no base64: then it is no token either. */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The same as a step of the check, beside those of `verifySteps`. */
export function witnessStep({ verdict, round, witnesses }: WitnessCheck): StepResult {
  const wanted = `stamped before round ${round}`;
  return {
    step: "witness",
    verdict: verdict === "witnessed" ? "agrees" : verdict === "not_witnessed" ? "absent" : "differs",
    facts: witnesses.map((witness, i) => ({
      name: `timestamps[${i}]`,
      claimed: wanted,
      computed: witness.ok ? wanted : witness.error.replaceAll("_", " "),
    })),
  };
}

const SHA256 = "2.16.840.1.101.3.4.2.1";

/** The body of a request to a time-stamping authority (RFC 3161) that a hash be stamped, its certificate wanted. Both hex: SHA-256, and a number that nobody else asks with. */
export function timestampRequest(hash: string, nonce: string): Uint8Array {
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: Uint8Array.from(hexToBytes(hash)).buffer }),
    }),
    nonce: asn1js.Integer.fromBigInt(BigInt(`0x${nonce}`)),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** DER of the token in an authority's answer; undefined where it granted none. What the token says is `verifyTimestamp`'s to judge. */
export function tokenIn(response: Uint8Array): Uint8Array | undefined {
  try {
    const answer = pkijs.TimeStampResp.fromBER(Uint8Array.from(response));
    const isGranted = answer.status.status === 0 || answer.status.status === 1;
    return isGranted && answer.timeStampToken ? new Uint8Array(answer.timeStampToken.toSchema().toBER()) : undefined;
  } catch {
    return undefined;
  }
}
