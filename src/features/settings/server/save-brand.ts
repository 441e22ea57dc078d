/** Reads and saves the shop's brand. */
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type BrandLogo, DEMO_BRAND } from "#shared/brand/brand.ts";
import { isOwn } from "#shared/language/languages.ts";
import { languages } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type BrandFields, type BrandProblem, brandFields, readBrand } from "../rules/brand-form.ts";
import { insertBrand } from "./brand-store.ts";

type Context = Pick<Ctx, "brand" | "db" | "env" | "log" | "now">;

/**
 * What the form shows: saved fields, those in force, version, whether the ticket prefix is final, added
 * languages.
 */
export async function showBrand(ctx: Context, actor: Actor) {
  if (!(await may(ctx, actor, "shop.write"))) return err("forbidden");
  await ctx.brand.refresh();
  const { choice, current, version } = ctx.brand;
  const added = languages.known.filter(({ locale }) => !isOwn(locale));
  return ok({ fields: brandFields(choice), shown: brandFields(current), version, isFrontFinal: await hasTickets(ctx), added });
}

export type BrandRefused = { readonly ok: false; readonly error: "wrong"; readonly wrong: BrandProblem };

/**
 * Checks and saves the form. @param version the version that the form showed, so that concurrent changes
 * are not overwritten
 */
export async function saveBrand(
  ctx: Context,
  actor: Actor,
  { version, typed }: { readonly version: number; readonly typed: Readonly<Record<string, string>> },
): Promise<Result<undefined, ReauthRefusal | "changed_meanwhile"> | BrandRefused> {
  if (!(await may(ctx, actor, "shop.write"))) return err("forbidden");
  const logo = await findLogo(ctx, typed.logo ?? "");
  if (logo === "bad_logo") return { ok: false, error: "wrong", wrong: { at: "logo", problem: logo } };
  const read = readBrand({ ...typed, logo: logo?.id ?? "" }, DEMO_BRAND.colours, logo);
  if ("wrong" in read) return { ok: false, error: "wrong", wrong: read.wrong };
  const { ground } = read.choice.colours ?? DEMO_BRAND.colours;
  if (logo && !(await ctx.brand.isLogoVisible(logo, ground)))
    return { ok: false, error: "wrong", wrong: { at: "logo", problem: "unseen_logo" } };
  const reauth = await requireReauth(ctx, actor, "shop.write");
  if (!reauth.ok) return reauth;
  await ctx.brand.refresh();
  const [before, after] = [brandFields(ctx.brand.choice), brandFields(read.choice)];
  const changed = (Object.keys(after) as (keyof BrandFields)[]).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return ok();
  if (ctx.brand.version !== version) return err("changed_meanwhile");
  const front = read.choice.ticketFront ?? DEMO_BRAND.ticketFront;
  if (front !== ctx.brand.current.ticketFront && (await hasTickets(ctx)))
    return { ok: false, error: "wrong", wrong: { at: "ticketFront", problem: "front_used" } };
  const at = ctx.now();
  const by = adminIdOf(actor);
  const saved = await ctx.db.transaction().execute(async (tx) => {
    if (!(await insertBrand(tx, { version: version + 1, choice: read.choice, at, by }))) return false;
    const only = (fields: BrandFields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
    await recordChange(tx, {
      actor,
      action: "shop.brand",
      subjectType: "shop",
      subjectId: String(version + 1),
      before: only(before),
      after: only(after),
      at,
    });
    return true;
  });
  if (!saved) return err("changed_meanwhile");
  await ctx.brand.refresh();
  return ok();
}

/** The present logo for its id, a new one for a `data:` address. */
async function findLogo({ brand }: Pick<Ctx, "brand">, typed: string): Promise<BrandLogo | "bad_logo" | undefined> {
  if (typed === "") return undefined;
  return typed === brand.choice.logo?.id ? brand.choice.logo : ((await brand.drawLogo(typed)) ?? "bad_logo");
}

/** Whether there are tickets, whose numbers contain the prefix. */
async function hasTickets({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await db.selectFrom("tickets").select("ticket_number").limit(1).executeTakeFirst()) !== undefined;
}
