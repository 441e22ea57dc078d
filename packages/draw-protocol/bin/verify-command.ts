/** The verifier in a terminal: a downloaded proof, a proof page's address, or a file of test vectors. */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parseProof, QUICKNET, type StepResult, verifySteps } from "../src/index.ts";
import { trustedRoots, witnessesOf, witnessStep } from "../src/timestamp/index.ts";
import { checkVectors } from "./check-vectors.ts";
import { picturesStep, sayWitnessed } from "./say-witnessed.ts";

const USAGE = `Repeats a draw from its proof and says whether the result agrees.

Usage:
  verify.ts <address of the proof page>
  verify.ts <folder with proof.json and entries.csv>
  verify.ts <proof.json> <entries.csv>
  verify.ts --vectors <vectors.json>     needs drand-beacons.json in the same folder

Options:
  --demo         accept the demonstration's own beacon and time-stamping authority; such a draw proves nothing
  --trust FILE   also trust this root certificate of a time-stamping authority (PEM or DER)

Exit codes: 0 everything agrees, 1 something differs, 2 the check could not run.`;

/** Runs the command; resolves to its exit code. */
export async function verifyCommand(args: string[]): Promise<number> {
  try {
    const options = {
      vectors: { type: "string" },
      demo: { type: "boolean" },
      trust: { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.vectors !== undefined && positionals.length === 0) return await vectors(values.vectors);
    if (values.vectors === undefined && positionals.length > 0)
      return await proof(positionals, { isDemo: values.demo === true, trusted: values.trust ?? [] });
    console.log(USAGE);
    return values.help ? 0 : 2;
  } catch (error) {
    console.error(`The check could not run: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}

async function proof(sources: string[], { isDemo, trusted }: { isDemo: boolean; trusted: string[] }): Promise<number> {
  const more = await Promise.all(trusted.map(readCertificate));
  const { proofText, csv, origin } = await readSource(sources);
  const parsed = parseProof(proofText);
  if (!parsed.ok) {
    console.log(`DIFFERS  proof.json    ${parsed.problem}`);
    return 1;
  }
  const claim = parsed.value;
  const isQuicknet = claim.chain.hash === QUICKNET.hash;
  console.log(`Draw ${claim.committed.drawId}, closed ${new Date(claim.committed.closedAt * 1000).toISOString()}`);

  const trustedChain = isDemo ? claim.chain : QUICKNET;
  const steps = [...verifySteps({ proof: claim, csv, trustedChain })];
  const commitment = steps.flatMap(({ facts }) => facts).find(({ name }) => name === "commitment")?.computed ?? "";
  const witness = await witnessesOf({ proof: claim, commitment, roots: isDemo ? "included" : trustedRoots(more), trustedChain });
  steps.push(witnessStep(witness));
  const pictures = await picturesStep(claim, origin);
  if (pictures) steps.push(pictures);
  for (const step of steps) printStep(step);
  const differsAt = steps.find(({ verdict }) => verdict === "differs")?.step;
  if (differsAt) {
    console.log(`\nThis proof is not valid: it differs at "${differsAt}".`);
    if (!isQuicknet && !isDemo)
      console.log("Its beacon is not drand's quicknet. If the page calls it a demonstration, add --demo.");
    return 1;
  }
  const [winner, ...reserves] = claim.winners;
  console.log(
    `\nThe draw agrees. Winner: ticket ${winner?.ticket}. Reserves: ${reserves.map((w) => w.ticket).join(", ") || "none"}.`,
  );
  console.log(`\n${sayWitnessed(claim, witness, { isDemo, hasPictures: pictures !== undefined }).join("\n")}`);
  if (!isQuicknet) console.log("\nThis draw used the shop's own demonstration beacon, so it proves nothing.");
  return 0;
}

function printStep({ step, verdict, facts }: StepResult): void {
  const words = { agrees: "agrees ", differs: "DIFFERS", not_checked: "not checked", absent: "absent " };
  const shown = facts.filter(({ claimed, computed }) => verdict === "agrees" || claimed !== computed);
  console.log(`${words[verdict]}  ${step}`);
  for (const { name, claimed, computed } of shown) {
    if (claimed === computed) console.log(`           ${name}: ${computed}`);
    else
      console.log(
        `           ${name}: the proof says: ${claimed}\n           ${" ".repeat(name.length)}  this check finds: ${computed}`,
      );
  }
}

async function vectors(file: string): Promise<number> {
  const text = await readFile(file, "utf8");
  const facts = await checkVectors(text, (name) => readFile(join(dirname(file), basename(name)), "utf8"));
  const differ = facts.filter(({ claimed, computed }) => claimed !== computed);
  for (const { name, claimed, computed } of differ)
    console.log(`DIFFERS  ${name}: the file says ${claimed}, this check finds ${computed}`);
  console.log(`${facts.length - differ.length} agree, ${differ.length} differ`);
  return differ.length === 0 ? 0 : 1;
}

/** `origin` is the shop's, where the files were fetched from one. */
type ProofFiles = { readonly proofText: string; readonly csv: Uint8Array; readonly origin: string | undefined };

const TIMEOUT_MS = 120_000;

/**
 * @param sources one address of a proof page or of its proof.json, one folder, one proof.json with entries.csv beside it, or
 *                both files in any order
 * @throws an Error that says which file could not be read
 */
async function readSource(sources: readonly string[]): Promise<ProofFiles> {
  const [first = "", second, ...rest] = sources;
  if (rest.length > 0) throw new Error("give one address, one folder or two files");
  if (second !== undefined) return first.endsWith(".csv") ? readBoth(second, first) : readBoth(first, second);
  if (isAddress(first)) {
    const page = new URL(first);
    // Relative addresses replace the last part of a path, so a page's own needs its slash.
    if (!/\.json$|\/$/.test(page.pathname)) page.pathname += "/";
    const proof = page.pathname.endsWith(".json") ? page : new URL("proof.json", page);
    return readBoth(proof.href, new URL("entries.csv", page).href);
  }
  const isFolder = (await stat(first)).isDirectory();
  return isFolder
    ? readBoth(join(first, "proof.json"), join(first, "entries.csv"))
    : readBoth(first, join(dirname(first), "entries.csv"));
}

async function readBoth(proof: string, entries: string): Promise<ProofFiles> {
  const [proofBytes, csv] = await Promise.all([readOne(proof), readOne(entries)]);
  return { proofText: new TextDecoder().decode(proofBytes), csv, origin: isAddress(proof) ? new URL(proof).origin : undefined };
}

async function readOne(place: string): Promise<Uint8Array> {
  if (!isAddress(place)) return readFile(place);
  const response = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${place} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** DER of a certificate in a file, whether it is that or PEM. */
async function readCertificate(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  const pem = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END/.exec(bytes.toString("latin1"))?.[1];
  return pem === undefined ? bytes : Buffer.from(pem, "base64");
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}
