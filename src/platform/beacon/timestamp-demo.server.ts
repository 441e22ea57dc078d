/**
 * The demonstration's time-stamping authority: valid tokens (RFC 3161) signed by this process, which prove
 * nothing.
 */
import { verifyTimestamp } from "@concours/draw-protocol/timestamp";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";
import { err, ok } from "#shared/result.ts";
import type { Timestamper } from "./timestamp.server.ts";

/** Replaces the authority's address in proofs. */
export const DEMO_AUTHORITY = "demonstration";

const SHA256 = "2.16.840.1.101.3.4.2.1";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
/** Object identifiers (OIDs) of certificates and tokens. */
const OIDS = {
  commonName: "2.5.4.3",
  organisation: "2.5.4.10",
  basicConstraints: "2.5.29.19",
  extendedKeyUsage: "2.5.29.37",
  timestamping: "1.3.6.1.5.5.7.3.8",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificate: "1.2.840.113549.1.9.16.2.47",
} as const;
const YEAR_MS = 365 * 86_400_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

type Keys = { readonly key: CryptoKey; readonly certificate: pkijs.Certificate };

/** Its keys live as long as the process: each token includes its certificates. */
export function demoTimestamper({
  now = () => new Date(),
  random,
}: {
  now?: () => Date;
  random: (bytes: number) => Uint8Array;
}): Timestamper {
  let keys: Promise<{ root: Keys; signer: Keys }> | undefined;
  return {
    urls: [DEMO_AUTHORITY],
    async stamp(_, hash) {
      keys ??= makeKeys(now());
      const { root, signer } = await keys;
      const token = await sign({ hash, at: now(), serial: random(8), root, signer });
      const checked = await verifyTimestamp({ token, hash, roots: "included" });
      if (!checked.ok) return err("refused");
      const { authority, at, latest } = checked.value;
      return ok({ token, authority, at: new Date(at), latest: new Date(latest) });
    },
  };
}

async function makeKeys(at: Date): Promise<{ root: Keys; signer: Keys }> {
  const root = await certify("Demonstration Root", undefined, at);
  return { root, signer: await certify("Demonstration Authority", root, at) };
}

/** New keys and a certificate for them, signed by `issuer`, or by themselves for a root. */
async function certify(name: string, issuer: Keys | undefined, at: Date): Promise<Keys> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = new pkijs.Certificate({ version: 2, serialNumber: new asn1js.Integer({ value: issuer ? 2 : 1 }) });
  certificate.subject.typesAndValues.push(
    nameAttribute(OIDS.organisation, "Concours Demonstration"),
    nameAttribute(OIDS.commonName, name),
  );
  certificate.issuer.typesAndValues.push(...(issuer?.certificate ?? certificate).subject.typesAndValues);
  certificate.notBefore.value = new Date(at.getTime() - YEAR_MS);
  certificate.notAfter.value = new Date(at.getTime() + YEAR_MS);
  certificate.extensions = [
    issuer
      ? extension(OIDS.extendedKeyUsage, new pkijs.ExtKeyUsage({ keyPurposes: [OIDS.timestamping] }))
      : extension(OIDS.basicConstraints, new pkijs.BasicConstraints({ cA: true })),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(issuer?.key ?? privateKey, "SHA-256");
  return { key: privateKey, certificate };
}

function nameAttribute(type: string, value: string): pkijs.AttributeTypeAndValue {
  return new pkijs.AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) });
}

function extension(extnID: string, value: { toSchema(): asn1js.Sequence }): pkijs.Extension {
  return new pkijs.Extension({ extnID, critical: true, extnValue: value.toSchema().toBER() });
}

type Signing = {
  readonly hash: string;
  readonly at: Date;
  readonly serial: Uint8Array;
  readonly root: Keys;
  readonly signer: Keys;
};

/** A token (DER) that states that `hash` existed at `at`. */
async function sign({ hash, at, serial, root, signer }: Signing): Promise<Uint8Array> {
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: Uint8Array.from(Buffer.from(hash, "hex")).buffer }),
    }),
    serialNumber: new asn1js.Integer({ valueHex: Uint8Array.from([0, ...serial]).buffer }),
    genTime: at,
  });
  const content = info.toSchema().toBER();
  const { certificate } = signer;
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new asn1js.OctetString({ valueHex: content }),
    }),
    certificates: [certificate, root.certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(OIDS.contentType, new asn1js.ObjectIdentifier({ value: TST_INFO })),
            attribute(OIDS.messageDigest, new asn1js.OctetString({ valueHex: await digest(content) })),
            attribute(OIDS.signingCertificate, await certificateId(certificate)),
          ],
        }),
      }),
    ],
  });
  await signed.sign(signer.key, 0, "SHA-256", content);
  const wrapped = new pkijs.ContentInfo({ contentType: pkijs.ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return new Uint8Array(wrapped.toSchema().toBER());
}

function attribute(type: string, value: asn1js.BaseBlock): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] });
}

/** SigningCertificateV2 with one ESSCertIDv2, whose hash defaults to SHA-256. */
async function certificateId(certificate: pkijs.Certificate): Promise<asn1js.Sequence> {
  const hash = new asn1js.OctetString({ valueHex: await digest(certificate.toSchema(false).toBER()) });
  return sequence(sequence(sequence(hash)));
}

function sequence(value: asn1js.BaseBlock): asn1js.Sequence {
  return new asn1js.Sequence({ value: [value] });
}

function digest(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", bytes);
}
