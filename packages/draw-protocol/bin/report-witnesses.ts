/** Reports which parts of a draw have witnesses, and whether the shop serves the sealed pictures. */
import { type DrawProof, type Fact, fileHash, type Prize, parsePrize, pictureFiles, type StepResult } from "../src/index.ts";
import type { WitnessCheck } from "../src/timestamp/index.ts";
import { fetchBytes, UnusableResponse } from "./read-files.ts";

const LARGEST_PICTURE_BYTES = 64 * 1024 * 1024;

/** Checks the files of sealed pictures on the shop's site; undefined without a shop or pictures. */
export async function picturesStep({ prize }: DrawProof, origin: string | undefined): Promise<StepResult | undefined> {
  const read = prize === undefined ? undefined : parsePrize(prize);
  const files = read?.ok ? pictureFiles(read.value) : [];
  if (origin === undefined || files.length === 0) return undefined;
  const facts: Fact[] = [];
  // Sequential, because the author of the proof chose the number of files.
  for (const { path, sha256 } of files) facts.push({ name: path, claimed: sha256, computed: await hashAt(path, origin) });
  const wrong = facts.filter(({ claimed, computed }) => claimed !== computed);
  const all = { name: "pictures", claimed: `${files.length} files as sealed`, computed: `${files.length} files as sealed` };
  return { step: "prize", verdict: wrong.length === 0 ? "agrees" : "differs", facts: wrong.length === 0 ? [all] : wrong };
}

async function hashAt(path: string, origin: string): Promise<string> {
  const address = new URL(path, origin);
  // "//another.example/…" is a path as well, and would request another host chosen by the proof.
  if (address.origin !== origin) return "not of this shop";
  try {
    return fileHash(await fetchBytes(address.href, LARGEST_PICTURE_BYTES));
  } catch (error) {
    if (error instanceof UnusableResponse) return error.message;
    throw error;
  }
}

type ReportOptions = { readonly isDemo: boolean; readonly hasPictures: boolean };

export function reportWitnesses({ prize }: DrawProof, witness: WitnessCheck, { isDemo, hasPictures }: ReportOptions): string[] {
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
        ? `sealed with the list: ${read.value.prizes.map(spellPrize).join("; ")}`
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
    line(
      "winner",
      "compare the tickets above with the page: another winner there needs a published change, with its reason and time",
    ),
    line("entries", "NOT witnessed before they were sealed; ticket owners can recognise their own lines"),
    line("owners", "the list cannot show whether the operator bought entries"),
  ];
}

function spellPrize({ title, valuePence }: Prize): string {
  return `${title.en}, £${(valuePence / 100).toFixed(2)}`;
}

function line(about: string, text: string): string {
  return `  ${about.padEnd(12)}${text}`;
}
