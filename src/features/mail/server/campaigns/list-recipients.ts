import { type Actor, may } from "#features/access/server/actor.ts";
/** Lists all accounts as recipients, with the reasons against writing to some. */
import type { MailTopic } from "#features/accounts/rules/mail-refusal.ts";
import {
  eachReachable,
  findMailReaders,
  listMailReaders,
  type ReaderPage,
} from "#features/accounts/server/profile/list-mail-readers.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { findCampaignTemplate } from "../../rules/campaign-templates.ts";
import { topicOf } from "../../rules/campaign.ts";

const RECIPIENTS_PER_PAGE = 50;

/** A page of accounts, with the reason why not for those who may not be written to. */
export type RecipientPage = ReaderPage;

/** Some people by id, or all matches of a search that may be written to, except some. */
export type Recipients =
  | { readonly kind: "some"; readonly ids: readonly string[] }
  | { readonly kind: "all"; readonly q?: string; readonly except?: readonly string[] };

type Context = Pick<Ctx, "db" | "log" | "now">;

/**
 * A page of accounts that match a search, newest first. Hides addresses that may not be written to: senders
 * of advertising do not need them.
 */
export async function listRecipients(
  ctx: Context,
  actor: Actor,
  search: { readonly q: string; readonly template: string; readonly page: number },
): Promise<Result<RecipientPage, "forbidden">> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  const { q, template, page } = search;
  const seesPeople = await may(ctx, actor, "people.read");
  const wantedPage = { q, topic: topicFor(template), seesPeople, page, perPage: RECIPIENTS_PER_PAGE };
  const { rows, ...counts } = await findMailReaders(ctx, wantedPage);
  const shown = await reasonsFor(ctx, actor);
  return ok({
    rows: rows.map((row) => (row.refusal === undefined ? row : { ...row, email: "", refusal: shown(row.refusal) })),
    ...counts,
  });
}

/**
 * Returns a function that maps a reason to what the actor may see: only staff who manage pauses see
 * them, others see missing consent.
 */
export async function reasonsFor(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
): Promise<<R extends string>(reason: R) => R | "noConsent"> {
  const seesExclusions = await may(ctx, actor, "people.exclude");
  return (reason) => (reason === "resting" && !seesExclusions ? "noConsent" : reason);
}

/** How many recipients may be written to, and how many not; unknown ids count as neither. */
export async function countRecipients(
  ctx: Context,
  actor: Actor,
  { recipients, template }: { readonly recipients: Recipients; readonly template: string },
): Promise<Result<{ reachable: number; refused: number }, "forbidden">> {
  if (!(await may(ctx, actor, "campaigns.read"))) return err("forbidden");
  const { readers, refused } = await collectRecipients(ctx, actor, { recipients, topic: topicFor(template) });
  return ok({ reachable: readers.length, refused });
}

export type CollectedRecipients = {
  readonly readers: readonly { readonly id: string; readonly email: string }[];
  readonly refused: number;
};

/** The recipients who may be written to now. Consent is checked again when their mail is sent. */
export async function collectRecipients(
  ctx: Context,
  actor: Actor,
  { recipients, topic }: { readonly recipients: Recipients; readonly topic: MailTopic },
): Promise<CollectedRecipients> {
  const readers: { id: string; email: string }[] = [];
  if (recipients.kind === "all") {
    const except = new Set(recipients.except ?? []);
    const seesPeople = await may(ctx, actor, "people.read");
    for await (const some of eachReachable(ctx, { q: recipients.q ?? "", topic, seesPeople }))
      for (const { id, email } of some) if (!except.has(id)) readers.push({ id, email });
    return { readers, refused: 0 };
  }
  const chosen = await listMailReaders(ctx, [...new Set(recipients.ids)].filter(isUuid), topic);
  let refused = 0;
  for (const { id, email, refusal } of chosen.values()) {
    if (refusal === undefined) readers.push({ id, email });
    else refused += 1;
  }
  return { readers, refused };
}

/** An unknown template is refused elsewhere; here it counts as advertising for draws. */
function topicFor(template: string): MailTopic {
  const known = findCampaignTemplate(template);
  return known ? topicOf(known.id) : "draws";
}
