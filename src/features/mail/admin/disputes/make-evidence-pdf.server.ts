/** Reads what the evidence of a dispute contains besides the order, and makes the PDF. */
import type { Actor } from "#features/access/server/actor.ts";
import { listSignIns } from "#features/accounts/server/devices/list-devices.ts";
import { TERMS_VERSION, termsNumber } from "#features/orders/rules/checkout/terms.ts";
import type { Evidence } from "#features/orders/server/disputes/list-disputes.ts";
import { showOrder } from "#features/orders/server/reading/show-order.ts";
import { findTextVersion, textValuesAt } from "#features/site/server/texts/text-version.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { writePdf } from "#platform/pdf/write-pdf.server.ts";
import { plainText, readBlocks } from "#shared/text/text-markup.ts";
import { listOrderMails } from "../../server/list-order-mails.ts";
import { type DisputeDossier, disputeDocument } from "./dispute-document.server.ts";

export async function makeEvidencePdf(ctx: Ctx, actor: Actor, evidence: Evidence): Promise<Uint8Array> {
  return writePdf(disputeDocument(await readDossier(ctx, actor, evidence)));
}

export async function readDossier(ctx: Ctx, actor: Actor, evidence: Evidence): Promise<DisputeDossier> {
  const { order } = evidence;
  const [mails, signIns, shown, refundPolicy] = await Promise.all([
    listOrderMails(ctx, actor, { orderId: order.id, userId: order.userId }),
    listSignIns(ctx, order.userId),
    showOrder(ctx, actor, order.id),
    refundPolicyOf(ctx, order.termsVersion),
  ]);
  const { name, address, companyNumber } = ctx.brand.current.trader;
  return {
    ...evidence,
    ...{ signIns, refundPolicy },
    refunds: shown.ok ? shown.value.refunds : [],
    mails: mails.ok ? mails.value : [],
    shop: { name, address, companyNumber, url: ctx.publicUrl },
    madeAt: ctx.now(),
    isTest: ctx.env.isTestMode,
  };
}

async function refundPolicyOf(ctx: Ctx, accepted: string | undefined): Promise<readonly string[]> {
  const terms = await findTextVersion(ctx, "terms", termsNumber(accepted ?? TERMS_VERSION));
  // A shop in French alone has no English terms.
  const locale = terms?.bodies.en ? "en" : "fr";
  const section = terms?.bodies[locale]?.sections.find(({ id }) => id === "refunds");
  return terms && section ? plainText(readBlocks(section.text, await textValuesAt(ctx, terms.at, locale))) : [];
}
