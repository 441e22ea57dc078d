/** GET /admin/draw/{id}/evidence.zip: the evidence pack of a draw, checked by `verify-draw --pack`. */

import { type PackFiles, packFiles, undrawnPackFiles } from "@concours/draw-protocol";
import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import { evidenceFileName } from "#features/draws/rules/managed-draw.ts";
import { textValuesAt } from "#features/site/server/texts/text-version.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { writePdf } from "#platform/pdf/write-pdf.server.ts";
import type { Call } from "#platform/request/api.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { zipReply } from "#platform/request/zip.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { plainText, readBlocks } from "#shared/text/text-markup.ts";
import { type DrawPack, exportDrawEvidence } from "../../server/evidence/export-draw-evidence.ts";
import { evidenceDocument } from "./evidence-document.server.ts";
import { evidenceJson } from "./evidence-json.ts";

/** 404 for an unknown draw and for a draft. */
export async function get({ params, context, request }: Call<"lotteryId">) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportDrawEvidence(ctx, actor, params.lotteryId));
  if (!exported.ok) throw new Response(null, { status: 404 });
  const pack = exported.value;
  const { lottery } = pack.draw;
  const shop = { trader: ctx.brand.current.trader, url: ctx.publicUrl };
  const pdf = await writePdf(
    evidenceDocument(pack, { ...shop, messages: ctx.messages, locale: localeOf(context), isTest: ctx.env.isTestMode }),
  );
  const more = {
    "evidence.pdf": pdf,
    "evidence.json": new TextEncoder().encode(evidenceJson(pack, shop)),
    ...(await termsFiles(ctx, pack)),
  };
  const files = Object.entries(filesOf(pack, more)).map(([name, bytes]) => ({ name, pieces: [bytes] }));
  return zipReply(ctx, {
    name: evidenceFileName(lottery.title.en, londonDate(pack.madeAt)),
    madeAt: pack.madeAt,
    files: pack.entries ? [...files, { name: "entries.csv", pieces: pack.entries.pieces }] : files,
  });
}

function filesOf({ draw, proof, prize, timestamps }: DrawPack, more: PackFiles): PackFiles {
  if (proof) return packFiles(proof, { more });
  const { lottery, committed } = draw;
  // After the freeze only the sealed document is evidence; old draws have none.
  const document = committed ? committed.prize : prize;
  return undrawnPackFiles({ drawId: lottery.id, committed: committed?.inputs, prize: document, timestamps }, { more });
}

async function termsFiles(ctx: Ctx, { terms }: DrawPack): Promise<PackFiles> {
  const files: Record<string, Uint8Array> = {};
  for (const { number, text } of terms)
    for (const locale of LOCALES) {
      const body = text?.bodies[locale];
      if (!text || !body) continue;
      const values = await textValuesAt(ctx, text.at, locale);
      const sections = body.sections.flatMap(({ title, text: words }) => [title, ...plainText(readBlocks(words, values))]);
      files[`terms-${number}.${locale}.txt`] = new TextEncoder().encode(`${[body.lead, ...sections].join("\n\n")}\n`);
    }
  return files;
}
