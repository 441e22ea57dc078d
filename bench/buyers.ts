/** A purchase over HTTP: checkout at the shop, payment at the simulator. */
import { PRICE_PENCE } from "./hot-draw.ts";
import { post } from "./post.ts";
import type { BenchShop } from "./shop.ts";

/** Buyers rotate over a few accounts, so that purchases do not wait for their own former one. */
const ACCOUNTS = 4;
export type Buyer = { readonly tokens: readonly string[]; turn: number };

export async function registerBuyer(shop: BenchShop, i: number): Promise<Buyer> {
  const tokens = await Promise.all(Array.from({ length: ACCOUNTS }, (_, account) => signUp(shop, `${i}-${account}`)));
  return { tokens, turn: 0 };
}

export const credentialsOf = (i: string) => ({ email: `buyer-${i}@concours.test`, password: "Bench-buyer-1" });

export async function signUp({ url }: BenchShop, i: string): Promise<string> {
  const account = credentialsOf(i);
  const person = { first_name: "Bench", last_name: "Buyer", phone: "07700900000", birth_date: "1990-01-01" };
  const session = await post(`${url}/api/users`, { ...account, ...person });
  if (session.status !== 201) throw new Error(`registering was answered ${session.status}`);
  return String(session.body.access_token);
}

/** `ms`: the buyer's wait for the payment page. */
export type Purchased = { readonly status: number; readonly ms: number };

export async function purchase(shop: BenchShop, buyer: Buyer, lotteryId: string, quantity: number): Promise<Purchased> {
  const body = { lotteryId, lottoName: "Bench", tickets: { quantity, unitPrice: PRICE_PENCE / 100 }, answer: "a" };
  const token = buyer.tokens[buyer.turn++ % ACCOUNTS];
  const begin = performance.now();
  const opened = await post(`${shop.url}/functions/create-checkout-session-lottery`, body, token);
  const ms = performance.now() - begin;
  if (opened.status !== 200) return { status: opened.status, ms };
  const page = String(opened.body.url).match(/(?:cs|hpp)_[A-Za-z0-9_]+/)?.[0] ?? "";
  const [pages, card] = page.startsWith("cs_") ? ["sessions", "4000058260000005"] : ["pages", "4659105569051157"];
  const paid = await post(`${shop.simulatorUrl}/_simulator/${pages}/${page}/pay`, { card });
  return { status: paid.status, ms };
}
