/** GET /admin/search?q=…: the players, orders and draws that the role may see, for the command palette. */
import { adminCall } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findDraws } from "#features/lotteries/server/list-managed-lotteries.ts";
import type { ShownState } from "#features/orders/rules/order-state.ts";
import { listOrders } from "#features/orders/server/reading/list-orders.ts";
import { listUsers } from "#features/staff/server/users/list-users.ts";
import type { Call } from "#platform/request/api.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { ticketPrefix } from "#shared/ids.ts";
import type { Result } from "#shared/result.ts";
import type { LotteryStatus } from "#shared/states.ts";

const MOST = 5;

export type SearchReply = {
  readonly players: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  readonly orders: readonly {
    readonly id: string;
    readonly number: string;
    readonly player: string;
    readonly draw: string;
    readonly state: ShownState;
  }[];
  readonly draws: readonly {
    readonly id: string;
    readonly number: string;
    readonly title: string;
    readonly status: LotteryStatus;
  }[];
};

export async function get({ context, request }: Call) {
  const { ctx, actor, search } = await adminCall(context, request);
  const locale = localeOf(context);
  const q = (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 200);
  if (q === "") return json({ players: [], orders: [], draws: [] });
  const newest = { descending: true, page: 1 };
  const anyOrder = { state: "", draw: "", provider: "", from: "", to: "" } as const;
  const [users, orders, draws] = await Promise.all([
    permittedOnly(listUsers(ctx, actor, { q, sort: "joined", ...newest })),
    permittedOnly(listOrders(ctx, actor, { q, ...anyOrder, sort: "created", ...newest })),
    permittedOnly(findDraws(ctx, actor, { q, limit: MOST })),
  ]);
  return json({
    players: (users?.users ?? []).slice(0, MOST).map(({ id, firstName, lastName, email }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      email,
    })),
    orders: (orders?.orders ?? []).slice(0, MOST).map(({ id, orderNumber, player, lotteryTitle, shownState }) => ({
      ...{ id, number: orderNumber, player, draw: inLanguage(lotteryTitle, locale), state: shownState },
    })),
    draws: (draws ?? []).map(({ id, shortNumber, title, status }) => ({
      ...{ id, number: ticketPrefix(shortNumber).slice(0, -1), title: inLanguage(title, locale), status },
    })),
  });
}

function json(reply: SearchReply): Response {
  return Response.json(reply, { headers: { "Cache-Control": "no-store" } });
}

async function permittedOnly<Value>(reading: Promise<Result<Value, "forbidden">>): Promise<Value | undefined> {
  const read = await reading;
  return read.ok ? read.value : undefined;
}
