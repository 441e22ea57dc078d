/** Repeats a draw in a worker, so that the page stays responsive. Loaded on demand, with the verifier. */
import {
  EntryReader,
  fileHash,
  parsePrize,
  parseProof,
  pictureFiles,
  QUICKNET,
  type StepResult,
  verifyPath,
  verifySteps,
} from "@concours/draw-protocol";
import { trustedRoots, witnessesOf, witnessStep } from "@concours/draw-protocol/timestamp";
import { type ShownFacts, withShown } from "../../rules/shown-facts.ts";
import type { TicketQuery } from "../../rules/ticket-query.ts";
import type { Found, FromWorker, PictureFile, ToWorker } from "./check-messages.ts";

/** Fast enough to look smooth, rare enough to be cheap. */
const TELL_EVERY_MS = 60;

let reader = new EntryReader();
let list: ReturnType<EntryReader["finish"]> | undefined;
let reportedAt = 0;

function tell(message: FromWorker): void {
  postMessage(message);
}

function tellLines(): void {
  if (performance.now() - reportedAt < TELL_EVERY_MS) return;
  reportedAt = performance.now();
  tell({ kind: "lines", lines: reader.lines });
}

/** The pictures served for the prize must match the sealed ones. */
function withPictures(result: StepResult, prize: string | undefined, pictures: readonly PictureFile[]): StepResult {
  const read = prize === undefined ? undefined : parsePrize(prize);
  if (!read?.ok) return result;
  const sealed = new Map(pictureFiles(read.value).map(({ path, sha256 }) => [path, sha256]));
  const facts = pictures.map(({ path, bytes }) => ({
    name: path,
    claimed: sealed.get(path) ?? "",
    computed: bytes ? fileHash(bytes) : "missing",
  }));
  // A sealed picture at an address that this page does not fetch counts as not compared.
  const compared = new Set(pictures.map(({ path }) => path));
  for (const path of sealed.keys())
    if (!compared.has(path)) facts.push({ name: path, claimed: "a picture of this shop", computed: "not compared" });
  const isSame = facts.every(({ claimed, computed }) => claimed === computed);
  return { ...result, facts: [...result.facts, ...facts], verdict: isSame ? result.verdict : "differs" };
}

async function verify({ proofText, shown, pictures }: Extract<ToWorker, { kind: "verify" }>): Promise<void> {
  const parsed = parseProof(proofText);
  if (!parsed.ok) {
    tell({ kind: "not_a_proof", problem: parsed.problem });
    return;
  }
  const proof = parsed.value;
  // A demonstration is signed with a private test key; the page explains what that is worth.
  const trustedChain = shown.isDemo ? proof.chain : QUICKNET;
  for (const result of verifySteps({ proof, csv: list ?? reader.finish(), trustedChain })) {
    const checked = withShown(result, proof, shown);
    tell({ kind: "step", result: result.step === "prize" ? withPictures(checked, proof.prize, pictures) : checked });
    if (result.step !== "commitment") continue;
    const roots = shown.isDemo ? "included" : trustedRoots();
    const check = await witnessesOf({ proof, commitment: shown.commitment, roots, trustedChain });
    tell({ kind: "witness", check });
    tell({ kind: "step", result: witnessStep(check) });
  }
  tell({ kind: "verified" });
}

function find(query: TicketQuery, { merkleRoot }: ShownFacts): Found {
  if (!list?.ok) return { in: "bad_list" };
  const entries = list.value;
  const { length: n, root } = entries;
  const index = "number" in query ? entries.indexOfNumber(query.number) : entries.indexOfTag(query.tag);
  if (index < 0) return { in: false, n, root, agrees: root === merkleRoot };
  const path = reader.path(entries, index);
  const line = entries.line(index);
  const agrees = verifyPath({ line, index, n, path }, merkleRoot);
  return { in: true, line: new TextDecoder().decode(line), number: entries.entry(index).number, index, n, path, root, agrees };
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "list":
      reader = new EntryReader(data.bytes);
      list = undefined;
      break;
    case "piece":
      reader.push(data.piece);
      tellLines();
      break;
    case "listed":
      list = reader.finish();
      tell({ kind: "lines", lines: reader.lines });
      tell({ kind: "read" });
      break;
    case "verify":
      verify(data).catch((error: unknown) => tell({ kind: "not_a_proof", problem: String(error) }));
      break;
    case "find":
      tell({ kind: "found", found: find(data.query, data.shown) });
      break;
  }
});
