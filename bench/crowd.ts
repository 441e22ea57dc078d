/** Signed-in people, made by SQL, and statistics about them. */
import type pg from "pg";
import { signAccessToken } from "#features/accounts/server/sessions/access-token.ts";
import type { Ctx } from "#platform/ctx.server.ts";

const AN_HOUR = 3600;

/** Makes players with a session each. Returns their tokens in random order. */
export async function signTokens(database: pg.Client, count: number, authSecret: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string; user_id: string }>(
    `WITH made AS (
       INSERT INTO users (email, first_name, last_name, phone, birth_date, email_verified)
       SELECT 'crowd-' || n || '@concours.test', 'Crowd', 'Person', '+447700900000', '1990-01-01', true FROM generate_series(1, $1::integer) AS n
       RETURNING id
     )
     INSERT INTO sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
     SELECT id, gen_random_uuid()::text, now() + interval '1 day', '127.0.0.1', 'bench', now(), now() FROM made RETURNING id, user_id`,
    [count],
  );
  const expiresAt = Math.floor(Date.now() / 1000) + AN_HOUR;
  const ctx = { authSecret } as Ctx;
  return rows.map(({ id, user_id: userId }) => signAccessToken(ctx, { userId, sessionId: id, expiresAt }));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Spearman's rank correlation: 1 for the same order, 0 for none. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const [mx, my] = [mean(x), mean(y)];
  const dot = (u: readonly number[], mu: number, v: readonly number[], mv: number) =>
    u.reduce((sum, value, i) => sum + (value - mu) * ((v[i] ?? 0) - mv), 0);
  return dot(x, mx, y, my) / Math.sqrt(dot(x, mx, x, mx) * dot(y, my, y, my));
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).toSorted((a, b) => a.value - b.value);
  const result: number[] = [];
  for (const [rank, { i }] of order.entries()) result[i] = rank;
  return result;
}
