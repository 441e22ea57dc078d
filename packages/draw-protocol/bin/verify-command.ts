/** The verifier's command: checks a downloaded proof, a proof page's address, or a file of test vectors. */
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type DrawProof, parseProof, QUICKNET, readPack, type StepResult, verifySteps } from "../src/index.ts";
import { trustedRoots, witnessesOf, witnessStep } from "../src/timestamp/index.ts";
import { checkVectors } from "./check-vectors.ts";
import { LARGEST_LIST_BYTES, type ProofFiles, readOne, readSource } from "./read-files.ts";
import { reportWinners } from "./report-winners.ts";
import { picturesStep, reportWitnesses } from "./report-witnesses.ts";
import { PACK_LIMITS, unzipPack } from "./unzip-pack.ts";

/** A single downloaded file may have another name. */
const PROGRAM = basename(process.argv[1] ?? "verify.ts");

const USAGE = `Repeats a draw from its proof and says whether the result agrees.

Usage:
  ${PROGRAM} <address of the proof page>
  ${PROGRAM} <folder with proof.json and entries.csv>
  ${PROGRAM} <proof.json> <entries.csv>
  ${PROGRAM} --pack <pack.zip>            an evidence pack; if it names an address of the list, fetches it from there
  ${PROGRAM} --pack <pack.zip> <entries.csv>
  ${PROGRAM} --vectors <vectors.json>     needs drand-beacons.json in the same folder

Options:
  --demo         accept the demonstration's own beacon and time-stamping authority; such a draw proves nothing
  --trust FILE   also trust this root certificate of a time-stamping authority (PEM or DER)

Exit codes: 0 everything agrees, 1 something differs, 2 the check could not run.`;

export async function verifyCommand(args: string[]): Promise<number> {
  try {
    const known = {
      vectors: { type: "string" },
      pack: { type: "string" },
      demo: { type: "boolean" },
      trust: { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    const options = { isDemo: values.demo === true, trusted: values.trust ?? [] };
    if (values.pack !== undefined && values.vectors === undefined && positionals.length < 2)
      return await pack(values.pack, positionals[0], options);
    if (values.vectors !== undefined && values.pack === undefined && positionals.length === 0)
      return await vectors(values.vectors);
    if (values.vectors === undefined && values.pack === undefined && positionals.length > 0)
      return await proof(positionals, options);
    console.log(USAGE);
    return values.help ? 0 : 2;
  } catch (error) {
    console.error(plain(`The check could not run: ${error instanceof Error ? error.message : error}`));
    return 2;
  }
}

type CheckOptions = { readonly isDemo: boolean; readonly trusted: readonly string[] };

async function proof(sources: string[], options: CheckOptions): Promise<number> {
  const { proofText, csv, origin, drawId } = await readSource(sources);
  const parsed = parseProof(proofText);
  if (!parsed.ok) {
    print(`DIFFERS  proof.json    ${parsed.problem}`);
    return 1;
  }
  return check({ claim: parsed.value, csv, origin, drawId }, options);
}

/** `list` is the file of the entries, for a pack without them. */
async function pack(place: string, list: string | undefined, options: CheckOptions): Promise<number> {
  const files = unzipPack(await readOne(place, PACK_LIMITS.zipBytes));
  const read = files.ok ? readPack(files.value) : files;
  if (!read.ok && read.error === "not_drawn") throw new Error(`the pack was ${read.problem}`);
  if (!read.ok) {
    print(`DIFFERS  pack          ${read.problem}`);
    return 1;
  }
  const { proof: claim, entries } = read.value;
  print("agrees   pack          its files are as listed in manifest.json");
  if ("csv" in entries && list !== undefined) throw new Error("the pack has its own entries.csv");
  if ("url" in entries && list === undefined) print(`The list of entries is fetched from ${entries.url}`);
  const csv = "csv" in entries ? entries.csv : await readOne(list ?? entries.url, LARGEST_LIST_BYTES);
  return check({ claim, csv, origin: undefined, drawId: undefined }, options);
}

type Checked = Pick<ProofFiles, "csv" | "origin" | "drawId"> & { readonly claim: DrawProof };

async function check({ claim, csv, origin, drawId }: Checked, { isDemo, trusted }: CheckOptions): Promise<number> {
  const more = await Promise.all(trusted.map(readCertificate));
  const isQuicknet = claim.chain.hash === QUICKNET.hash;
  print(`Draw ${claim.committed.drawId}, closed ${instant(claim.committed.closedAt)}`);

  // Printed before the steps, which all differ if a demonstration is checked as a real draw.
  if (!isQuicknet && !isDemo)
    print("Its beacon is not drand's quicknet. If the page calls this draw a demonstration, add --demo to check it as one.\n");

  // The parameters of quicknet are pinned: even with --demo, they are never read from the proof.
  const isOwnBeacon = isDemo && !isQuicknet;
  const trustedChain = isOwnBeacon ? claim.chain : QUICKNET;
  const steps = [...verifySteps({ proof: claim, csv, trustedChain })];
  const commitment = steps.flatMap(({ facts }) => facts).find(({ name }) => name === "commitment")?.computed ?? "";
  const witness = await witnessesOf({
    proof: claim,
    commitment,
    roots: isOwnBeacon ? "included" : trustedRoots(more),
    trustedChain,
  });
  steps.push(witnessStep(witness));
  const pictures = await picturesStep(claim, origin);
  if (pictures) steps.push(pictures);
  const address = addressStep(drawId, claim.committed.drawId);
  if (address) steps.push(address);
  for (const step of steps) printStep(step);
  const differsAt = steps.find(({ verdict }) => verdict === "differs")?.step;
  if (differsAt) {
    console.log(`\nThis proof is not valid: it differs at "${differsAt}".`);
    return 1;
  }
  console.log("");
  for (const line of reportWinners(claim)) print(line);
  console.log("");
  for (const line of reportWitnesses(claim, witness, { isDemo: isOwnBeacon, hasPictures: pictures !== undefined })) print(line);
  if (!isQuicknet) console.log("\nThis draw used the shop's own demonstration beacon, so it proves nothing.");
  return 0;
}

/** A valid proof is wrong at the address of another draw. */
function addressStep(wanted: string | undefined, committed: string): StepResult | undefined {
  if (wanted === undefined || wanted === committed.toLowerCase()) return undefined;
  return {
    step: "commitment",
    verdict: "differs",
    facts: [{ name: "draw_id", claimed: committed, computed: `${wanted}, as the address says` }],
  };
}

function printStep({ step, verdict, facts }: StepResult): void {
  const words = { agrees: "agrees ", differs: "DIFFERS", not_checked: "not checked", absent: "absent " };
  const shown = facts.filter(({ claimed, computed }) => verdict === "agrees" || claimed !== computed);
  print(`${words[verdict]}  ${step}`);
  for (const { name, claimed, computed } of shown) {
    if (claimed === computed) print(`           ${name}: ${computed}`);
    else {
      print(`           ${name}: the proof says: ${claimed}`);
      print(`           ${" ".repeat(name.length)}  this check finds: ${computed}`);
    }
  }
}

function print(line: string): void {
  console.log(plain(line));
}

/** Escapes control characters, with which the proof's author could write parts of the report. */
function plain(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
}

function instant(unixSeconds: number): string {
  const at = new Date(unixSeconds * 1000);
  return Number.isNaN(at.getTime()) ? `in second ${unixSeconds}` : at.toISOString();
}

async function vectors(file: string): Promise<number> {
  const text = await readFile(file, "utf8");
  const facts = await checkVectors(text, (name) => readFile(join(dirname(file), basename(name)), "utf8"));
  const differ = facts.filter(({ claimed, computed }) => claimed !== computed);
  for (const { name, claimed, computed } of differ)
    print(`DIFFERS  ${name}: the file says ${claimed}, this check finds ${computed}`);
  console.log(`${facts.length - differ.length} agree, ${differ.length} differ`);
  return differ.length === 0 ? 0 : 1;
}

async function readCertificate(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  const pem = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END/.exec(bytes.toString("latin1"))?.[1];
  return pem === undefined ? bytes : Buffer.from(pem, "base64");
}
