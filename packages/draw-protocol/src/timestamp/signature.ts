/** The signature of a time-stamp token over its signed attributes (RFC 5652, RFC 5816). */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

export const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";

/** SHA-1 and older hashes are excluded because they can be forged. */
const DIGESTS: Readonly<Record<string, { readonly name: string; readonly hash: (bytes: Uint8Array) => Uint8Array }>> = {
  "2.16.840.1.101.3.4.2.1": { name: "SHA-256", hash: sha256 },
  "2.16.840.1.101.3.4.2.2": { name: "SHA-384", hash: sha384 },
  "2.16.840.1.101.3.4.2.3": { name: "SHA-512", hash: sha512 },
};
const RSA = "1.2.840.113549.1.1.1";
/** RSA (including PSS) and ECDSA, all with SHA-2. */
export const SIGNATURES: ReadonlySet<string> = new Set([
  ...["1.2.840.113549.1.1.11", "1.2.840.113549.1.1.12", "1.2.840.113549.1.1.13", "1.2.840.113549.1.1.10"],
  ...["1.2.840.10045.4.3.2", "1.2.840.10045.4.3.3", "1.2.840.10045.4.3.4"],
]);

/**
 * Whether the certificate's key signed `content`. Attributes must name, once each, the content's type, its
 * digest and the hash of this certificate, to exclude another one of the same name.
 */
export async function isSigned(signer: pkijs.SignerInfo, certificate: pkijs.Certificate, content: Uint8Array): Promise<boolean> {
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId];
  const { signedAttrs, signatureAlgorithm, signature } = signer;
  if (!digest || !signedAttrs) return false;
  if (signatureAlgorithm.algorithmId !== RSA && !SIGNATURES.has(signatureAlgorithm.algorithmId)) return false;
  const attributes = attributesOf(signedAttrs);
  if (!attributes) return false;
  const contentType = attributes.get(CONTENT_TYPE);
  const messageDigest = attributes.get(MESSAGE_DIGEST);
  if (!(contentType instanceof asn1js.ObjectIdentifier) || contentType.getValue() !== TST_INFO) return false;
  if (!(messageDigest instanceof asn1js.OctetString) || hexOf(messageDigest) !== bytesToHex(digest.hash(content))) return false;
  if (!namesCertificate(attributes, certificate)) return false;
  const { subjectPublicKeyInfo } = certificate;
  const engine = pkijs.getCrypto(true);
  return engine.verifyWithPublicKey(signedAttrs.encodedValue, signature, subjectPublicKeyInfo, signatureAlgorithm, digest.name);
}

/** By type; undefined if one appears twice or does not have exactly one value. */
function attributesOf({ attributes }: pkijs.SignedAndUnsignedAttributes): ReadonlyMap<string, unknown> | undefined {
  const map = new Map<string, unknown>(attributes.map(({ type, values }) => [type, values[0]]));
  return map.size === attributes.length && attributes.every(({ values }) => values.length === 1) ? map : undefined;
}

function namesCertificate(attributes: ReadonlyMap<string, unknown>, certificate: pkijs.Certificate): boolean {
  const der = new Uint8Array(certificate.toSchema(false).toBER());
  const [v1, v2] = [attributes.get(SIGNING_CERTIFICATE), attributes.get(SIGNING_CERTIFICATE_V2)];
  if (v1 === undefined && v2 === undefined) return false;
  return (v1 === undefined || firstHash(v1, false) === bytesToHex(sha1(der))) && (v2 === undefined || matchesV2(v2, der));
}

function matchesV2(value: unknown, der: Uint8Array): boolean {
  const algorithm = partsOf(partsOf(partsOf(value)[0])[0])[0];
  const [first] = partsOf(algorithm);
  // Without an algorithm, it is SHA-256.
  const digest = first instanceof asn1js.ObjectIdentifier ? DIGESTS[first.getValue()] : DIGESTS["2.16.840.1.101.3.4.2.1"];
  return digest !== undefined && firstHash(value, first instanceof asn1js.ObjectIdentifier) === bytesToHex(digest.hash(der));
}

/** The hash in the first ESSCertID of a SigningCertificate, which is the signer's. */
function firstHash(value: unknown, hasAlgorithm: boolean): string | undefined {
  const hash = partsOf(partsOf(partsOf(value)[0])[0])[hasAlgorithm ? 1 : 0];
  return hash instanceof asn1js.OctetString ? hexOf(hash) : undefined;
}

function partsOf(value: unknown): readonly unknown[] {
  return value instanceof asn1js.Sequence ? value.valueBlock.value : [];
}

function hexOf(octets: asn1js.OctetString): string {
  return bytesToHex(new Uint8Array(octets.getValue()));
}
