/**
 * The table catalogue: every table with its owner, the shop's rights, export, retention, and what happens
 * to its rows at the end of test mode. Tests compare it with the database.
 */
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { books } from "./books.ts";
import { draws } from "./draws.ts";
import { inbox } from "./inbox.ts";
import { integrations } from "./integrations.ts";
import { lotteries } from "./lotteries.ts";
import { mail } from "./mail.ts";
import { orders } from "./orders.ts";
import { platform } from "./platform.ts";
import { playerProtection } from "./player-protection.ts";
import { queue } from "./queue.ts";
import { settings } from "./settings.ts";
import { site } from "./site.ts";
import { staff } from "./staff.ts";
import type { Rights, Table, Tables, Wipe } from "./table.ts";

/** The tables by the feature that owns them. `platform` owns the infrastructure's. */
export const TABLES_BY_OWNER = {
  platform,
  access,
  site,
  accounts,
  staff,
  "player-protection": playerProtection,
  integrations,
  lotteries,
  queue,
  orders,
  books,
  draws,
  inbox,
  mail,
  settings,
};

/** All tables by name. */
export const TABLES: Tables = Object.assign({}, ...Object.values(TABLES_BY_OWNER));

const pick = <T>(read: (table: Table) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(TABLES).map(([name, table]) => [name, read(table)]));

/** The shop's rights by table. */
export const RIGHTS: Readonly<Record<string, Rights>> = pick(({ rights }) => rights);
/** What happens to each table's rows at the end of test mode. */
export const WIPES: Readonly<Record<string, Wipe>> = pick(({ wipe }) => wipe);
