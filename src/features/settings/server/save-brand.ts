/** Reads and saves the shop's brand. */
import { type Actor, adminIdOf, may, type ReauthRefusal, recordChange, requireReauth } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { type BrandLogo, DEMO_BRAND, logoFor } from "#shared/brand/brand.ts";
import { isOwn } from "#shared/language/languages.ts";
import { languages } from "#shared/language/locale.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type BrandFields, type BrandProblem, brandFields, readBrand } from "../rules/brand-form.ts";
import { insertBrand } from "./brand-store.ts";
import { listLanguageGaps } from "./languages/list-language-gaps.ts";

type Context = Pick<Ctx, "brand" | "db" | "env" | "log" | "now" | "texts">;

/**
 * What the form shows: saved fields, those in force, version, whether the ticket prefix is final, added
 * languages, and what is missing in a language that is switched off (`gaps`).
 */
export async function showBrand(ctx: Context, actor: Actor) {
  if (!(await may(ctx, actor, "shop.write"))) return err("forbidden");
  await ctx.brand.refresh();
  const { choice, current, version } = ctx.brand;
  const added = languages.known.filter(({ locale }) => !isOwn(locale));
  const gaps = choice.switchedOff ? await listLanguageGaps(ctx, choice.switchedOff) : [];
  const forms = { fields: brandFields(choice), shown: brandFields(current) };
  return ok({ ...forms, version, isFrontFinal: await hasTickets(ctx), added, gaps });
}

export type BrandRefused = { readonly ok: false; readonly error: "wrong"; readonly wrong: BrandProblem };

/**
 * Checks and saves the form. @param version the version that the form showed, so that concurrent changes
 * are not overwritten. @param areGapsConfirmed a language may be switched on although texts are missing in it
 */
export async function saveBrand(
  ctx: Context,
  actor: Actor,
  {
    version,
    typed,
    areGapsConfirmed = false,
  }: {
    readonly version: number;
    readonly typed: Readonly<Record<string, string>>;
    readonly areGapsConfirmed?: boolean;
  },
): Promise<Result<undefined, ReauthRefusal | "changed_meanwhile"> | BrandRefused> {
  if (!(await may(ctx, actor, "shop.write"))) return err("forbidden");
  const logo = await findLogo(ctx, "logo", typed.logo);
  if (logo === "bad_logo") return { ok: false, error: "wrong", wrong: { at: "logo", problem: logo } };
  const logoOnLight = await findLogo(ctx, "logoOnLight", typed.logoOnLight);
  if (logoOnLight === "bad_logo") return { ok: false, error: "wrong", wrong: { at: "logoOnLight", problem: logoOnLight } };
  const ids = { logo: logo?.id ?? "", logoOnLight: logoOnLight?.id ?? "" };
  const read = readBrand({ ...typed, ...ids }, DEMO_BRAND.colours, { logo, logoOnLight });
  if ("wrong" in read) return { ok: false, error: "wrong", wrong: read.wrong };
  const { ground } = read.choice.colours ?? DEMO_BRAND.colours;
  const unseen = await findUnseenLogo(ctx, { logo, logoOnLight }, ground);
  if (unseen) return { ok: false, error: "wrong", wrong: { at: unseen, problem: "unseen_logo" } };
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
  const { switchedOff } = ctx.brand.choice;
  const isSwitchedOn = switchedOff !== undefined && switchedOff !== read.choice.switchedOff;
  if (isSwitchedOn && !areGapsConfirmed && (await listLanguageGaps(ctx, switchedOff)).length > 0)
    return { ok: false, error: "wrong", wrong: { at: "switchedOff", problem: "gaps_unconfirmed" } };
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

type LogoName = "logo" | "logoOnLight";

/** The present logo for its id, a new one for a `data:` address. */
async function findLogo({ brand }: Pick<Ctx, "brand">, name: LogoName, typed = ""): Promise<BrandLogo | "bad_logo" | undefined> {
  if (typed === "") return undefined;
  const present = brand.choice[name];
  return typed === present?.id ? present : ((await brand.drawLogo(typed)) ?? "bad_logo");
}

/** The logo that is invisible on the shop's ground, or on paper. */
async function findUnseenLogo(
  { brand }: Pick<Ctx, "brand">,
  logos: Readonly<Record<LogoName, BrandLogo | undefined>>,
  ground: string,
): Promise<LogoName | undefined> {
  const { logoOnLight } = logos;
  if (logoOnLight && !(await brand.isLogoVisible(logoOnLight, PAPER))) return "logoOnLight";
  const shown = logoFor(logos, ground);
  if (!shown || (await brand.isLogoVisible(shown, ground))) return undefined;
  return shown === logoOnLight ? "logoOnLight" : "logo";
}

const PAPER = "#ffffff";

/** Whether there are tickets, whose numbers contain the prefix. */
async function hasTickets({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await db.selectFrom("tickets").select("ticket_number").limit(1).executeTakeFirst()) !== undefined;
}
