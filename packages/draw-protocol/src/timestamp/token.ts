/** Verifies a time-stamp token (RFC 3161): a known authority signed, at a known time, this hash. */
import { bytesToHex } from "@noble/hashes/utils.js";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { isSigned, SIGNATURES, TST_INFO } from "./signature.ts";

/**
 * `malformed`: no token with one signer and its certificate. `other_hash`: it is about other data.
 * `other_nonce`: it answers another request. `no_authority`: the certificate is not for time-stamping only.
 * `unknown_authority`: no trusted root covers the certificate at the token's time.
 */
export type TimestampProblem =
  | "malformed"
  | "other_hash"
  | "other_nonce"
  | "bad_signature"
  | "no_authority"
  | "unknown_authority";

/** In milliseconds: `at` is the authority's time, `latest` adds its stated accuracy. */
export type Timestamp = {
  readonly authority: string;
  readonly root: string;
  readonly at: number;
  readonly latest: number;
};

export type TimestampClaim = {
  /** DER of the TimeStampToken. */
  readonly token: Uint8Array;
  /** The stamped hash: SHA-256, hex. */
  readonly hash: string;
  /** DER of the trusted certificates. `included` trusts the token's own, only for the demonstration. */
  readonly roots: readonly Uint8Array[] | "included";
  /** The request's nonce, hex, if this process made the request. */
  readonly nonce?: string;
};

export type TimestampCheck =
  | { readonly ok: true; readonly value: Timestamp }
  | { readonly ok: false; readonly error: TimestampProblem };

const SHA256 = "2.16.840.1.101.3.4.2.1";
/** Without a stated accuracy, one second is assumed, the usual resolution. */
const ASSUMED_ACCURACY_MS = 1000;

/** Never throws. Takes some milliseconds; needs WebCrypto. */
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

/** Hex without leading zeros, which an INTEGER does not have. */
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

const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const POLICIES = "2.5.29.32";
const TIMESTAMPING = "1.3.6.1.5.5.7.3.8";
const ANY_USE = "2.5.29.37.0";
/** Other critical extensions are not supported, so their certificates are refused. */
const UNDERSTOOD: ReadonlySet<string> = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES]);

const LONGEST_PATH = 5;

/** @throws an Error for a malformed certificate, as the trusted ones are part of this program */
function readCertificates(ders: readonly Uint8Array[]): pkijs.Certificate[] {
  return ders.map((der) => pkijs.Certificate.fromBER(Uint8Array.from(der)));
}

/** RFC 3161, section 2.3: the extended key usage is critical and is time-stamping only. */
function isForTimestamping(certificate: pkijs.Certificate): boolean {
  const extension = extensionOf(certificate, EXTENDED_KEY_USAGE);
  const uses = usesOf(certificate);
  return extension?.critical === true && uses?.length === 1 && uses[0] === TIMESTAMPING;
}

type Path = {
  readonly certificate: pkijs.Certificate;
  readonly certificates: readonly pkijs.Certificate[];
  readonly roots: readonly pkijs.Certificate[];
  readonly at: Date;
};

/** The trusted root, if each certificate on the path is valid then and may sign the one below. */
async function pathToRoot({ certificate, certificates, roots, at }: Path, depth = 0): Promise<pkijs.Certificate | undefined> {
  if (depth > LONGEST_PATH || !isUsable(certificate, at)) return undefined;
  for (const root of roots) if (await hasSigned(root, certificate, { at, below: depth })) return root;
  for (const issuer of certificates) {
    if (issuer === certificate || !(await hasSigned(issuer, certificate, { at, below: depth }))) continue;
    const root = await pathToRoot(
      { certificate: issuer, certificates: certificates.filter((each) => each !== issuer), roots, at },
      depth + 1,
    );
    if (root) return root;
  }
  return undefined;
}

/** `below`: the number of intermediate certificates between the issuer and the token's signer. */
async function hasSigned(
  issuer: pkijs.Certificate,
  certificate: pkijs.Certificate,
  { at, below }: { at: Date; below: number },
): Promise<boolean> {
  if (!certificate.issuer.isEqual(issuer.subject) || !isUsable(issuer, at) || !mayIssue(issuer, below)) return false;
  return certificate.verify(issuer).catch(() => false);
}

function isUsable(certificate: pkijs.Certificate, at: Date): boolean {
  const { notBefore, notAfter, signatureAlgorithm, extensions = [] } = certificate;
  if (!SIGNATURES.has(signatureAlgorithm.algorithmId) || at < notBefore.value || at > notAfter.value) return false;
  return extensions.every(({ critical, extnID }) => !critical || UNDERSTOOD.has(extnID));
}

function mayIssue(issuer: pkijs.Certificate, below: number): boolean {
  const constraints = extensionOf(issuer, BASIC_CONSTRAINTS)?.parsedValue;
  if (!(constraints instanceof pkijs.BasicConstraints) || !constraints.cA) return false;
  const { pathLenConstraint } = constraints;
  if (typeof pathLenConstraint === "number" && below > pathLenConstraint) return false;
  const uses = usesOf(issuer);
  if (uses && !uses.includes(TIMESTAMPING) && !uses.includes(ANY_USE)) return false;
  return maySignCertificates(issuer);
}

/** The keyCertSign bit of the key usage. Without that extension, signing is allowed. */
function maySignCertificates(issuer: pkijs.Certificate): boolean {
  const usage = extensionOf(issuer, KEY_USAGE)?.parsedValue;
  if (usage === undefined) return true;
  return usage instanceof asn1js.BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & 0x04) !== 0;
}

function usesOf(certificate: pkijs.Certificate): readonly string[] | undefined {
  const value = extensionOf(certificate, EXTENDED_KEY_USAGE)?.parsedValue;
  return value instanceof pkijs.ExtKeyUsage ? value.keyPurposes : undefined;
}

function extensionOf({ extensions = [] }: pkijs.Certificate, id: string): pkijs.Extension | undefined {
  return extensions.find(({ extnID }) => extnID === id);
}

const COMMON_NAME = "2.5.4.3";
const ORGANISATION = "2.5.4.10";

/** A readable owner, such as "DigiCert, Inc. · DigiCert Timestamp Responder". */
function nameOf({ subject }: pkijs.Certificate): string {
  const part = (id: string) => subject.typesAndValues.find(({ type }) => type === id)?.value.valueBlock.value;
  return [part(ORGANISATION), part(COMMON_NAME)].filter((each) => each !== undefined && each !== "").join(" · ");
}
