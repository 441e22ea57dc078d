/** The shop's name, looks and trader as the owner set them, cached and refreshed once a second. */
import { applyChoice, type Brand, type BrandChoice, type BrandLogo } from "#shared/brand/brand.ts";
import { setTicketFront } from "#shared/ids.ts";
import { setOffered } from "#shared/language/languages.ts";
import type { Env } from "../env/env.server.ts";
import { type Messages, nameShop } from "../messages.server.ts";
import type { Db } from "../postgres/db.server.ts";
import { drawLogo, isLogoVisible } from "./brand-pictures.server.ts";

/**
 * The shop's brand as of the last refresh. `choice`: what the owner has set. `at`: the brand at a past
 * time.
 */
export type CachedBrand = {
  readonly current: Brand;
  readonly choice: BrandChoice;
  /** 0 without a saved brand. Part of the addresses of files derived from the brand. */
  readonly version: number;
  at(when: Date): Promise<Brand>;
  refresh(): Promise<void>;
  drawLogo(dataUrl: string): Promise<BrandLogo | undefined>;
  isLogoVisible(logo: BrandLogo, ground: string): Promise<boolean>;
};

type Saved = { readonly version: number; readonly choice: BrandChoice };

/** Until `refresh` is called, the brand has only the process's settings. */
export function cacheBrand(db: Db, messages: Messages, env: Pick<Env, "trader" | "socialUrls">): CachedBrand {
  let saved: Saved = { version: 0, choice: {} };
  let current = applyChoice(env, {});
  const refresh = async () => {
    const newest = await findNewer(db, saved.version);
    if (!newest) return;
    saved = newest;
    current = applyChoice(env, newest.choice);
    nameShop(messages, current.name);
    setTicketFront(current.ticketFront);
    setOffered(current.languages, current.switchedOff);
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
    at: async (when) => applyChoice(env, (await findSaved(db, when)) ?? {}),
    refresh,
    drawLogo,
    isLogoVisible,
  };
}

/** The owner's choice at a time; undefined if there was none. */
async function findSaved(db: Db, when: Date): Promise<BrandChoice | undefined> {
  const row = await db
    .selectFrom("shop_brands")
    .select("choice")
    .where("saved_at", "<=", when)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && (row.choice as BrandChoice);
}

/** The owner's newest choice, if its version is higher than `version`. */
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
