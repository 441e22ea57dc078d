/** A time-stamp token (RFC 3161): whether an authority that is known here really signed, at what time, that it saw this very hash. */
import { bytesToHex } from "@noble/hashes/utils.js";
import * as pkijs from "pkijs";
import { isForTimestamping, nameOf, pathToRoot, readCertificates } from "./certificates.ts";
import { isSigned, TST_INFO } from "./signature.ts";

/**
 * - `malformed`: it is no time-stamp token with one signer and the certificate of it.
 * - `other_hash`: it is about something else. `other_nonce`: it answers another question.
 * - `bad_signature`: the certificate's key did not sign this.
 * - `no_authority`: the certificate is not made for time-stamping, and for that alone.
 * - `unknown_authority`: no trusted root vouches for the certificate, at the time that the token tells.
 */
export type TimestampProblem =
  | "malformed"
  | "other_hash"
  | "other_nonce"
  | "bad_signature"
  | "no_authority"
  | "unknown_authority";

/** `at` and `latest` are in milliseconds: what the clock of the authority said, and the latest that it can have been by its own word. */
export type Timestamp = {
  readonly authority: string;
  readonly root: string;
  readonly at: number;
  readonly latest: number;
};

export type TimestampClaim = {
  /** DER of the TimeStampToken. */
  readonly token: Uint8Array;
  /** What was to be stamped: SHA-256, hex. */
  readonly hash: string;
  /** DER of the certificates that are trusted. `included`: whatever came with the token, which proves nothing; for the demonstration alone. */
  readonly roots: readonly Uint8Array[] | "included";
  /** The number of the request, hex; where it was made here. */
  readonly nonce?: string;
};

export type TimestampCheck =
  | { readonly ok: true; readonly value: Timestamp }
  | { readonly ok: false; readonly error: TimestampProblem };

const SHA256 = "2.16.840.1.101.3.4.2.1";
/** An authority that tells no accuracy is believed to the second, in which times are mostly told. */
const ASSUMED_ACCURACY_MS = 1000;

/** Never throws, whatever the token holds. Some milliseconds; needs WebCrypto. */
export async function verifyTimestamp(claim: TimestampClaim): Promise<TimestampCheck> {
  const read = readToken(claim.token);
  if (!read) return refuse("malformed");
  const { signer, content, info, certificates, certificate } = read;
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const stamped = bytesToHex(new Uint8Array(hashedMessage.getValue()));
  if (hashAlgorithm.algorithmId !== SHA256 || stamped !== claim.hash) return refuse("other_hash");
  if (claim.nonce !== undefined && nonceOf(info) !== trimmed(claim.nonce)) return refuse("other_nonce");
  if (!(await isSigned(signer, certificate, content).catch(() => false))) return refuse("bad_signature");
  if (!isForTimestamping(certificate)) return refuse("no_authority");
  const roots = claim.roots === "included" ? certificates : readCertificates(claim.roots);
  const root = await pathToRoot({ certificate, certificates, roots, at: info.genTime });
  if (!root) return refuse("unknown_authority");
  const at = info.genTime.getTime();
  return { ok: true, value: { authority: nameOf(certificate), root: nameOf(root), at, latest: at + accuracyOf(info) } };
}

function readToken(token: Uint8Array) {
  try {
    const wrapped = pkijs.ContentInfo.fromBER(Uint8Array.from(token));
    if (wrapped.contentType !== pkijs.ContentInfo.SIGNED_DATA) return undefined;
    const signed = new pkijs.SignedData({ schema: wrapped.content });
    const [signer, ...more] = signed.signerInfos;
    const { eContentType, eContent } = signed.encapContentInfo;
    if (!signer) return undefined;
    const { sid } = signer;
    if (!(sid instanceof pkijs.IssuerAndSerialNumber) || more.length > 0 || eContentType !== TST_INFO || !eContent)
      return undefined;
    const content = new Uint8Array(eContent.getValue());
    const info = pkijs.TSTInfo.fromBER(content);
    const certificates = (signed.certificates ?? []).filter((each) => each instanceof pkijs.Certificate);
    const certificate = certificates.find(
      (each) => each.issuer.isEqual(sid.issuer) && each.serialNumber.isEqual(sid.serialNumber),
    );
    return certificate && { signer, content, info, certificates, certificate };
  } catch {
    return undefined;
  }
}

/** Hex without leading zeros: an INTEGER has none. */
function nonceOf({ nonce }: pkijs.TSTInfo): string | undefined {
  return nonce && trimmed(bytesToHex(new Uint8Array(nonce.valueBlock.valueHexView)));
}

function trimmed(hex: string): string {
  return hex.replace(/^(?:00)+/, "");
}

function accuracyOf({ accuracy }: pkijs.TSTInfo): number {
  if (!accuracy) return ASSUMED_ACCURACY_MS;
  const { seconds = 0, millis = 0, micros = 0 } = accuracy;
  return seconds * 1000 + millis + Math.ceil(micros / 1000);
}

function refuse(error: TimestampProblem): TimestampCheck {
  return { ok: false, error };
}
