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

/** Between two reports of the progress: short enough to look smooth, long enough to be cheap. */
const REPORT_EVERY_MS = 60;

/** The list being read, and the finished one. */
let reader = new EntryReader();
let list: ReturnType<EntryReader["finish"]> | undefined;
/** When the progress was last reported, in ms. */
let reportedAt = 0;

function send(message: FromWorker): void {
  postMessage(message);
}

/** Reports the number of lines, at most once per interval. */
function reportLines(): void {
  if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
  reportedAt = performance.now();
  send({ kind: "lines", lines: reader.lines });
}

/** The pictures served for the prize must match the sealed ones. */
function withPictures(result: StepResult, prize: string | undefined, pictures: readonly PictureFile[]): StepResult {
  const parsed = prize === undefined ? undefined : parsePrize(prize);
  if (!parsed?.ok) return result;
  const sealed = new Map(pictureFiles(parsed.value).map(({ path, sha256 }) => [path, sha256]));
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

/** Repeats each step of the draw, and sends its result. */
async function verify({ proofText, shown, pictures }: Extract<ToWorker, { kind: "verify" }>): Promise<void> {
  const parsed = parseProof(proofText);
  if (!parsed.ok) {
    send({ kind: "not_a_proof", problem: parsed.problem });
    return;
  }
  const proof = parsed.value;
  // A demonstration is signed with a private test key; the page explains what that is worth.
  const trustedChain = shown.isDemo ? proof.chain : QUICKNET;
  for (const result of verifySteps({ proof, csv: list ?? reader.finish(), trustedChain })) {
    const checked = withShown(result, proof, shown);
    send({ kind: "step", result: result.step === "prize" ? withPictures(checked, proof.prize, pictures) : checked });
    if (result.step !== "commitment") continue;
    const roots = shown.isDemo ? "included" : trustedRoots();
    const check = await witnessesOf({ proof, commitment: shown.commitment, roots, trustedChain });
    send({ kind: "witness", check });
    send({ kind: "step", result: witnessStep(check) });
  }
  send({ kind: "verified" });
}

/** Searches the finished list by number or secret tag. */
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
      reportLines();
      break;
    case "listed":
      list = reader.finish();
      send({ kind: "lines", lines: reader.lines });
      send({ kind: "read" });
      break;
    case "verify":
      verify(data).catch((error: unknown) => send({ kind: "not_a_proof", problem: String(error) }));
      break;
    case "find":
      send({ kind: "found", found: find(data.query, data.shown) });
      break;
  }
});
