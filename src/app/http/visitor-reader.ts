/** Looks up who is signed in, for the pages that are the same for everybody but for a name. */
import type { IncomingMessage } from "node:http";
import { callName } from "#features/accounts/rules/public-name.ts";
import { sessionTokenOf } from "#features/accounts/server/session-cookie.ts";
import { type AskedPage, findPageReaders, type PageReader } from "#features/orders/server/find-page-readers.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { gathered } from "#shared/gathered.ts";
import { isUuid } from "#shared/ids.ts";
import { unlessGone } from "./downtime.ts";
import type { PageVisitor } from "./page-visitor.ts";

/** Answers undefined for nobody, and where a page has more of its reader than a name and a number of tickets, such as a reservation, and has to be made for them alone. */
export function createVisitorReader(ctx: Ctx): (incoming: IncomingMessage) => Promise<PageVisitor | undefined> {
  const find = gathered<AskedPage, PageReader | undefined>(async (asked) => {
    const readers = await unlessGone(ctx, findPageReaders(ctx, asked));
    return readers === "gone" ? [] : readers;
  });
  return async ({ headers, url = "" }) => {
    const token = ctx.databaseMonitor.isUp ? sessionTokenOf(ctx, headers.cookie ?? null) : undefined;
    if (token === undefined) return undefined;
    const draw = /^\/lottery\/([^?]+)/.exec(url)?.[1];
    const reader = await find({ token, lotteryId: isUuid(draw) ? draw : undefined });
    return reader && { name: callName(reader.firstName), isStaff: reader.isStaff, own: reader.own };
  };
}
