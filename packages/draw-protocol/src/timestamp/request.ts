/** Asking a time-stamping authority (RFC 3161): the request, and the token in its answer. */
import { hexToBytes } from "@noble/hashes/utils.js";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

const SHA256 = "2.16.840.1.101.3.4.2.1";

/** The body of a request that a hash be stamped, its certificate wanted. Both hex: SHA-256, and a number that nobody else asks with. */
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
