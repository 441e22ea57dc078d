/** Certificates of time-stamping authorities: what they may be used for, and the way to a root that is trusted. */
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { SIGNATURES } from "./signature.ts";

const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const POLICIES = "2.5.29.32";
const TIMESTAMPING = "1.3.6.1.5.5.7.3.8";
const ANY_USE = "2.5.29.37.0";
/** Whatever else a certificate says is critical is not understood here. */
const UNDERSTOOD: ReadonlySet<string> = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES]);

const LONGEST_PATH = 5;

/** Throws an Error for what is no certificate: the trusted ones are this program's own. */
export function readCertificates(ders: readonly Uint8Array[]): pkijs.Certificate[] {
  return ders.map((der) => pkijs.Certificate.fromBER(Uint8Array.from(der)));
}

/** RFC 3161, section 2.3: made for time-stamping and for nothing else, and critically so. */
export function isForTimestamping(certificate: pkijs.Certificate): boolean {
  const extension = extensionOf(certificate, EXTENDED_KEY_USAGE);
  const uses = usesOf(certificate);
  return extension?.critical === true && uses?.length === 1 && uses[0] === TIMESTAMPING;
}

type Path = {
  readonly certificate: pkijs.Certificate;
  /** Those that came with the token. */
  readonly certificates: readonly pkijs.Certificate[];
  readonly roots: readonly pkijs.Certificate[];
  /** The instant at which all of them have to be valid. */
  readonly at: Date;
};

/** The trusted root to which signatures lead from a certificate, every one on the way valid at that time and allowed to sign the one below it. */
export async function pathToRoot(
  { certificate, certificates, roots, at }: Path,
  depth = 0,
): Promise<pkijs.Certificate | undefined> {
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

/** `below`: how many certificates of authorities lie between the issuer and the token's signer. */
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

/** The sixth bit of the key's usage, where it is told at all. */
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

/** "DigiCert, Inc. · DigiCert Timestamp Responder": what a person would call its owner. */
export function nameOf({ subject }: pkijs.Certificate): string {
  const part = (id: string) => subject.typesAndValues.find(({ type }) => type === id)?.value.valueBlock.value;
  return [part(ORGANISATION), part(COMMON_NAME)].filter((each) => each !== undefined && each !== "").join(" · ");
}
