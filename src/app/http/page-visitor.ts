/** Who is signed in, as far as the pages that are the same for everybody show it: by name, and whether they see the back office. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { callName } from "#features/accounts/rules/public-name.ts";
import { readSession, type Visitor } from "#features/accounts/server/read-session.ts";
import { findOwnTickets } from "#features/lotteries/server/find-lottery.ts";
import { listOwnHolds } from "#features/orders/server/list-own-holds.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Locale } from "#shared/locale.ts";

export type PageVisitor = { readonly name: string; readonly isStaff: boolean };

/** @returns undefined where a page has more of its reader than that, such as tickets of a draw, and has to be made for them alone */
export async function readPageVisitor(ctx: Ctx, incoming: IncomingMessage, locale: Locale): Promise<PageVisitor | undefined> {
  const visitor = await readSession(ctx, new Headers({ Cookie: incoming.headers.cookie ?? "" }));
  if (!visitor) return undefined;
  const draw = /^\/lottery\/([^?]+)/.exec(incoming.url ?? "")?.[1];
  const [holds, own] = await Promise.all([
    listOwnHolds(ctx, visitor.id, locale),
    isUuid(draw) ? findOwnTickets(ctx, visitor.id, draw) : undefined,
  ]);
  if (holds.length > 0 || (own && own.held + own.bought + own.entries !== 0)) return undefined;
  return { name: callName(visitor.firstName), isStaff: visitor.isStaff };
}

/** Somebody whom there is not, of whom a page may know no more than a kept one shows: what asks for anything else fails, and its page is not kept. */
export function standIn({ name, isStaff }: PageVisitor): Visitor {
  const known = { id: randomUUID(), firstName: name, isStaff };
  return new Proxy(known as Visitor, {
    get(visitor, property) {
      // Asked by whatever awaits it.
      if (property === "then") return undefined;
      if (property in known) return Reflect.get(visitor, property);
      throw new Error(`A kept page cannot know its reader's ${String(property)}`);
    },
  });
}
