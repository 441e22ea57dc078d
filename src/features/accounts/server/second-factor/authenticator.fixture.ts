/** A WebAuthn authenticator for tests. It signs whatever a test asks for, even if invalid. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

// Flags of the authenticator data: https://www.w3.org/TR/webauthn-3/#authdata-flags
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** Values that a test replaces to make an answer invalid. */
export type Wrong = {
  readonly challenge?: string;
  readonly origin?: string;
  readonly party?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly key?: KeyObject;
  readonly userHandle?: string;
};

export class Authenticator {
  readonly id = randomBytes(16);
  readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  userHandle = "";
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  get credentialId(): string {
    return this.id.toString("base64url");
  }

  /** Creates the passkey: the browser's response to a registration. */
  make(options: { readonly challenge: string; readonly user: { readonly id: string } }, wrong: Wrong = {}) {
    this.userHandle = options.user.id;
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const cose = Buffer.concat([Buffer.from("a5010203262001215820", "hex"), b64(x), Buffer.from("225820", "hex"), b64(y)]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([this.data(wrong, ATTESTED), Buffer.alloc(16), length, this.id, cose]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from([0xa0]),
      cborText("authData"),
      Buffer.from([0x59]),
      size,
      data,
    ]);
    const response = {
      clientDataJSON: this.clientData("webauthn.create", options.challenge, wrong).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal" as const],
    };
    return { ...this.frame(), response };
  }

  /** Signs the challenge: the browser's response to a sign-in. */
  answer(options: { readonly challenge: string }, wrong: Wrong = {}) {
    const client = this.clientData("webauthn.get", options.challenge, wrong);
    const data = this.data(wrong);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, wrong.key ?? this.keys.privateKey).toString("base64url"),
      userHandle: wrong.userHandle ?? this.userHandle,
    };
    return { ...this.frame(), response };
  }

  private frame() {
    const id = this.credentialId;
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    const origin = wrong.origin ?? this.origin;
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false }));
  }

  private data({ party, isVerified = true, counter }: Wrong, more = 0): Buffer {
    const name = createHash("sha256")
      .update(party ?? new URL(this.origin).hostname)
      .digest();
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([name, Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | more]), count]);
  }
}

const b64 = (text: string) => Buffer.from(text, "base64url");
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
