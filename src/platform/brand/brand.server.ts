/** The shop's name, looks and trader as the owner set them, cached and refreshed once a second. */
import { applyChoice, type Brand, type BrandChoice, type BrandLogo } from "#shared/brand/brand.ts";
import { setTicketFront } from "#shared/ids.ts";
import { setOffered } from "#shared/language/languages.ts";
import type { Env } from "../env/env.server.ts";
import { type Messages, nameShop } from "../messages.server.ts";
import type { Db } from "../postgres/db.server.ts";
import { drawLogo, isLogoVisible } from "./brand-pictures.server.ts";

export type CachedBrand = {
  readonly current: Brand;
  readonly choice: BrandChoice;
  /** 0 without a saved brand. Part of the addresses of files derived from the brand. */
  readonly version: number;
  at(then: Date): Promise<Brand>;
  refresh(): Promise<void>;
  drawLogo(sent: string): Promise<BrandLogo | undefined>;
  isLogoVisible(logo: BrandLogo, ground: string): Promise<boolean>;
};

type Saved = { readonly version: number; readonly choice: BrandChoice };

/** Returns the settings' values until `refresh` has been called. */
export function cacheBrand(db: Db, words: Messages, env: Pick<Env, "trader" | "socialUrls">): CachedBrand {
  let saved: Saved = { version: 0, choice: {} };
  let current = applyChoice(env, {});
  const refresh = async () => {
    const newest = await findNewer(db, saved.version);
    if (!newest) return;
    saved = newest;
    current = applyChoice(env, newest.choice);
    nameShop(words, current.name);
    setTicketFront(current.ticketFront);
    setOffered(current.languages);
  };
  return {
    get current() {
      return current;
    },
    get choice() {
      return saved.choice;
    },
    get version() {
      return saved.version;
    },
    at: async (then) => applyChoice(env, (await findSaved(db, then)) ?? {}),
    refresh,
    drawLogo,
    isLogoVisible,
  };
}

async function findSaved(db: Db, then: Date): Promise<BrandChoice | undefined> {
  const row = await db
    .selectFrom("shop_brands")
    .select("choice")
    .where("saved_at", "<=", then)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && (row.choice as BrandChoice);
}

async function findNewer(db: Db, version: number): Promise<Saved | undefined> {
  const row = await db
    .selectFrom("shop_brands")
    .select(["version", "choice"])
    .where("version", ">", version)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { version: row.version, choice: row.choice as BrandChoice };
}
