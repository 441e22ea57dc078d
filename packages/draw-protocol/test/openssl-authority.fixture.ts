/** A time-stamping authority for tests, made with openssl: a root, an authority below it, and responses. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CONFIG = `
[req]
distinguished_name = dn
prompt = no
[dn]
CN = unused
[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[ca_of_code]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
extendedKeyUsage = codeSigning
[ca_of_lists]
basicConstraints = critical,CA:TRUE
keyUsage = critical,cRLSign
[no_ca]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature,keyCertSign
[tsa]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa_uncritical]
extendedKeyUsage = timeStamping
[tsa_with_a_riddle]
extendedKeyUsage = critical,timeStamping
1.2.3.4.5 = critical,ASN1:NULL
[tsa_and_more]
extendedKeyUsage = critical,timeStamping,codeSigning
[stamping]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256,sha512
accuracy = secs:1, millisecs:500, microsecs:100
ess_cert_id_alg = sha256
`;

export type Key = "rsa" | "ec";
type Options = {
  readonly key?: Key;
  /** The openssl section with the extensions of the authority's certificate. */
  readonly use?: "tsa" | "tsa_uncritical" | "tsa_and_more" | "tsa_with_a_riddle" | "no_ca";
  /** An optional intermediate certificate, which may or may not sign others. */
  readonly between?: "ca" | "ca_of_code" | "ca_of_lists" | "no_ca";
  /** The validity of the authority's certificate; its root is valid for 30 days. */
  readonly days?: number;
  /** The hash of the certificate's signature. */
  readonly hash?: "sha256" | "sha1";
};

export type OpensslAuthority = {
  /** DER of its root. */
  readonly root: Uint8Array;
  readonly rootFile: string;
  /** The response to a request, as sent over HTTP. */
  reply(request: Uint8Array): Uint8Array;
  /**
   * The token with altered content, signed even if the certificate is not for time-stamping, which `reply`
   * refuses. `isNamed`: the signature names its certificate.
   */
  signAgain(token: Uint8Array, alter?: (content: Buffer) => Uint8Array, how?: { type?: string; isNamed?: boolean }): Uint8Array;
  /** Verifies a token with openssl; throws if it is invalid. */
  verify(token: Uint8Array, hash: string): void;
};

const TST_INFO = "1.2.840.113549.1.9.16.1.4";

/** About 50 ms, and some hundred more for RSA keys. */
export function opensslAuthority({
  key = "ec",
  use = "tsa",
  between,
  days = 20,
  hash = "sha256",
}: Options = {}): OpensslAuthority {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const run = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  writeFileSync(join(folder, "openssl.cnf"), CONFIG);
  writeFileSync(join(folder, "serial"), "01\n");
  const newKey = key === "rsa" ? ["-newkey", "rsa:2048"] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  const config = ["-config", "openssl.cnf"];
  run(
    "req",
    "-x509",
    ...newKey,
    "-nodes",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/O=Tests/CN=Root",
    "-days",
    "30",
    ...config,
    "-extensions",
    "ca",
  );
  const issue = (name: string, by: string, section: string, valid: number) => {
    run("req", ...newKey, "-nodes", "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/O=Tests/CN=${name}`, ...config);
    const signing = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-CAcreateserial", "-days", String(valid), `-${hash}`];
    run(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      ...signing,
      "-extfile",
      "openssl.cnf",
      "-extensions",
      section,
      "-out",
      `${name}.pem`,
    );
  };
  if (between) issue("middle", "ca", between, 25);
  issue("authority", between ? "middle" : "ca", use, days);
  run("x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der");
  return {
    root: readFileSync(join(folder, "ca.der")),
    rootFile: join(folder, "ca.pem"),
    reply(request) {
      writeFileSync(join(folder, "request.tsq"), request);
      const signing = ["-signer", "authority.pem", "-inkey", "authority.key", ...(between ? ["-chain", "middle.pem"] : [])];
      run("ts", "-reply", "-queryfile", "request.tsq", ...signing, ...config, "-section", "stamping", "-out", "reply.tsr");
      return readFileSync(join(folder, "reply.tsr"));
    },
    signAgain(token, alter = (content) => content, { type = TST_INFO, isNamed = true } = {}) {
      writeFileSync(join(folder, "proper.der"), token);
      run("cms", "-verify", "-noverify", "-inform", "DER", "-in", "proper.der", "-out", "content.der");
      writeFileSync(join(folder, "content.der"), alter(readFileSync(join(folder, "content.der"))));
      const signing = ["-signer", "authority.pem", "-inkey", "authority.key", ...(between ? ["-certfile", "middle.pem"] : [])];
      const form = ["-binary", "-nodetach", "-outform", "DER", "-econtent_type", type, ...(isNamed ? ["-cades"] : [])];
      run("cms", "-sign", ...form, ...signing, "-md", "sha256", "-in", "content.der", "-out", "again.der");
      return readFileSync(join(folder, "again.der"));
    },
    verify(token, hash) {
      writeFileSync(join(folder, "token.der"), token);
      const chain = between ? ["-untrusted", "middle.pem"] : [];
      run("ts", "-verify", "-digest", hash, "-in", "token.der", "-token_in", "-CAfile", "ca.pem", ...chain);
    },
  };
}
