/** What was witnessed and what was not, in plain lines; and whether the pictures that a shop serves are the sealed ones. */
import { type DrawProof, fileHash, parsePrize, pictureFiles, type StepResult } from "../src/index.ts";
import type { WitnessCheck } from "../src/timestamp/index.ts";

const TIMEOUT_MS = 60_000;

/** Every file of every sealed picture, fetched from the shop. Undefined where the proof was not read from a shop, or sealed no picture. */
export async function picturesStep({ prize }: DrawProof, origin: string | undefined): Promise<StepResult | undefined> {
  const read = prize === undefined ? undefined : parsePrize(prize);
  const files = read?.ok ? pictureFiles(read.value) : [];
  if (origin === undefined || files.length === 0) return undefined;
  const facts = await Promise.all(
    files.map(async ({ path, sha256 }) => ({ name: path, claimed: sha256, computed: await hashAt(new URL(path, origin)) })),
  );
  const wrong = facts.filter(({ claimed, computed }) => claimed !== computed);
  const all = { name: "pictures", claimed: `${files.length} files as sealed`, computed: `${files.length} files as sealed` };
  return { step: "prize", verdict: wrong.length === 0 ? "agrees" : "differs", facts: wrong.length === 0 ? [all] : wrong };
}

async function hashAt(address: URL): Promise<string> {
  const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return reply.ok ? fileHash(new Uint8Array(await reply.arrayBuffer())) : `answered ${reply.status}`;
}

type Looked = { readonly isDemo: boolean; readonly hasPictures: boolean };

/** For a proof that holds. */
export function sayWitnessed({ prize }: DrawProof, witness: WitnessCheck, { isDemo, hasPictures }: Looked): string[] {
  const read = prize === undefined ? undefined : parsePrize(prize);
  const before = `before round ${witness.round} (${new Date(witness.roundAt).toISOString()})`;
  const seen = witness.witnesses.flatMap((each) =>
    each.ok ? [`witnessed by ${each.value.authority} at ${new Date(each.value.at).toISOString()}, ${before}`] : [],
  );
  return [
    "What was witnessed, and what was not:",
    ...(seen.length === 0
      ? [line("commitment", `NOT witnessed: only the shop says that it was published ${before}, unless someone saved a copy`)]
      : seen.map((each) =>
          line("commitment", isDemo ? `${each}; this is the demonstration's own authority, which proves nothing` : each),
        )),
    line(
      "prize",
      read?.ok
        ? `sealed with the list: ${read.value.title.en}, £${(read.value.valuePence / 100).toFixed(2)}`
        : "NOT sealed: pdraw/1 does not cover the prize",
    ),
    ...(read?.ok
      ? [
          line(
            "pictures",
            hasPictures ? "the shop serves the sealed files" : "not checked: give the address of the proof page to check them",
          ),
        ]
      : []),
    line("entries", "NOT witnessed before they were sealed; ticket owners can recognise their own lines"),
    line("owners", "the list cannot show whether the operator bought entries"),
  ];
}

function line(about: string, text: string): string {
  return `  ${about.padEnd(12)}${text}`;
}
