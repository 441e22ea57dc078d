/** What only the role that owns the tables may do, before a shop works on them: tables, queues, and the rights of the shop's own role. */

import { prepareQueues } from "../jobs/jobs.server.ts";
import type { Logger } from "../log.server.ts";
import { migrate } from "./db.server.ts";
import { grantRights, roleOf } from "./grant-rights.server.ts";

export type DatabaseUrls = {
  /** As the shop's own role. */
  readonly url: string;
  /** As the role that owns the tables; absent where only somebody else has it. */
  readonly ownerUrl: string | undefined;
};

/** Safe to run at any time, any number of times, by several processes at once. One role for both gets no rights, as it has them all. */
export async function prepareDatabase({ url, ownerUrl }: { url: string; ownerUrl: string }, log: Logger): Promise<void> {
  await migrate(ownerUrl, log);
  await prepareQueues(ownerUrl, log);
  await shareRights({ url, ownerUrl });
}

/** The rights alone. */
export async function shareRights({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<void> {
  const [shop, owner] = await Promise.all([roleOf(url), roleOf(ownerUrl)]);
  if (shop !== owner) await grantRights(ownerUrl, shop);
}
