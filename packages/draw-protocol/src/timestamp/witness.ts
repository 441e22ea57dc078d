/** Checks the time-stamps in a proof: outside authorities that saw the commitment before its round. */
import { hexToBytes } from "@noble/hashes/utils.js";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { type ChainInfo, closingRound, QUICKNET, timeOf } from "../chain.ts";
import type { DrawProof } from "../proof.ts";
import type { StepResult } from "../verify-draw.ts";
import { TIMESTAMP_ROOTS } from "./roots.ts";
import { type Timestamp, type TimestampProblem, verifyTimestamp } from "./token.ts";

/** `late`: stamped when the round was, or may have been, public. */
export type Witness = { readonly url: string } & (
  | { readonly ok: true; readonly value: Timestamp }
  | { readonly ok: false; readonly error: TimestampProblem | "late" }
);

/** `witnessed`: all time-stamps are valid, and there is one. `differs`: one is invalid. `roundAt` in ms. */
export type WitnessCheck = {
  readonly verdict: "witnessed" | "not_witnessed" | "differs";
  readonly round: number;
  readonly roundAt: number;
  readonly witnesses: readonly Witness[];
};

/** DER of the trusted roots, with the reader's additional ones. */
export function trustedRoots(more: readonly Uint8Array[] = []): Uint8Array[] {
  return [...TIMESTAMP_ROOTS.map(({ certificate }) => Uint8Array.from(atob(certificate), (each) => each.charCodeAt(0))), ...more];
}

/**
 * @param claim.commitment computed by the reader, not taken from the proof
 * @param claim.roots `included` trusts the tokens' own certificates: for the demonstration only
 */
export async function witnessesOf(claim: {
  proof: Pick<DrawProof, "committed" | "timestamps">;
  commitment: string;
  roots: readonly Uint8Array[] | "included";
  trustedChain?: ChainInfo;
}): Promise<WitnessCheck> {
  const { proof, commitment, roots, trustedChain: chain = QUICKNET } = claim;
  // Computed by the rule: a later round in the proof would permit a later stamp.
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

/** Empty for invalid base64, which is then no valid token. */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The result as a step of the verification, like those of `verifySteps`. */
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

/** The body of a time-stamp request (RFC 3161). Both are hex: the SHA-256 and a unique nonce. */
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

/** DER of the token in an authority's response; undefined if it granted none. `verifyTimestamp` checks it. */
export function tokenIn(response: Uint8Array): Uint8Array | undefined {
  try {
    const answer = pkijs.TimeStampResp.fromBER(Uint8Array.from(response));
    const isGranted = answer.status.status === 0 || answer.status.status === 1;
    return isGranted && answer.timeStampToken ? new Uint8Array(answer.timeStampToken.toSchema().toBER()) : undefined;
  } catch {
    return undefined;
  }
}
