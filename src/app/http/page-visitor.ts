/** Who is signed in, as far as pages that are kept show it: by name, whether they see the back office, and how many tickets of the page's draw they have. */
import { randomUUID } from "node:crypto";
import type { Visitor } from "#features/accounts/server/read-session.ts";
import type { OwnTickets } from "#features/lotteries/rules/lottery.ts";

export type PageVisitor = { readonly name: string; readonly isStaff: boolean; readonly own: OwnTickets };

/** Somebody whom there is not, of whom a page may know no more than a kept one shows: what asks for anything else fails, and its page is not kept. */
export function standIn({ name, isStaff }: Pick<PageVisitor, "name" | "isStaff">): Visitor {
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
