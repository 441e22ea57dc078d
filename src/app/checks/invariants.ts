/** Invariants of the database: queries that return no row. `npm run invariants` runs them on any database. */
import { sql } from "kysely";
import { listShownPictures, UPLOAD_RETENTION_MS } from "#features/lotteries/server/pictures/store-pictures.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { BOOKS_INVARIANTS } from "./books-invariants.ts";
import { LOG_IS_WHOLE } from "./log-is-whole.ts";
import { STAFF_INVARIANTS } from "./staff-invariants.ts";

/** `watched`: a cheaper query for the periodic watch. */
export type Invariant = { readonly id: string; readonly says: string; readonly broken: string; readonly watched?: string };
export type Broken = { readonly id: string; readonly says: string; readonly rows: readonly unknown[] };

const VALID = "t.void_at IS NULL";

/** The discount of an order's quantity by the packs of its draw, which rise and are final. */
const PACK_PERCENT = `(SELECT coalesce(max(size.percent), 0) FROM jsonb_to_recordset(l.packs) AS size (quantity int, percent int)
  WHERE size.quantity <= o.quantity)`;

export const INVARIANTS: readonly Invariant[] = [
  LOG_IS_WHOLE,
  ...STAFF_INVARIANTS,
  ...BOOKS_INVARIANTS,
  {
    id: "stock",
    says: "sold and held are never negative and never exceed what is on sale",
    broken:
      "SELECT id FROM lotteries WHERE tickets_sold < 0 OR tickets_held < 0 OR tickets_sold + tickets_held > tickets_available",
  },
  {
    id: "sold-is-tickets",
    says: "sold equals the valid tickets of paid orders",
    broken: `SELECT l.id, l.tickets_sold, count(t.ticket_number) AS tickets FROM lotteries l
      LEFT JOIN (tickets t JOIN orders o ON o.id = t.order_id AND o.kind = 'paid') ON t.lottery_id = l.id AND ${VALID}
      GROUP BY l.id HAVING l.tickets_sold <> count(t.ticket_number)`,
  },
  {
    id: "numbers-dense",
    says: "ticket numbers run from 1 without gaps",
    broken: `SELECT l.id FROM lotteries l LEFT JOIN tickets t ON t.lottery_id = l.id GROUP BY l.id
      HAVING count(t.ticket_number) <> l.last_ticket_number
        OR (count(t.ticket_number) > 0 AND (min(t.ticket_number) <> 1 OR max(t.ticket_number) <> count(t.ticket_number)))`,
  },
  {
    id: "paid-has-tickets",
    says: "a paid order has exactly its quantity of tickets; an expired or refunded one has no valid ticket",
    broken: `SELECT o.id, o.state FROM orders o LEFT JOIN tickets t ON t.order_id = o.id GROUP BY o.id
      HAVING (o.state IN ('paid', 'free') AND count(t.ticket_number) <> o.quantity)
        OR (o.state NOT IN ('paid', 'free') AND count(t.ticket_number) FILTER (WHERE ${VALID}) > 0)`,
  },
  {
    id: "money-has-worth",
    says: "every payment older than a minute has either bought tickets or is being refunded",
    broken: `SELECT o.id, o.state FROM orders o
      WHERE o.captured_pence > 0 AND coalesce(o.settled_at, o.created_at) < now() - interval '60 seconds'
        AND ((o.state = 'paid' AND EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.by_shop AND r.reason <> 'partial'))
          OR (o.state IN ('refund_due', 'refunded') AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id))
          OR o.state IN ('reserved', 'awaiting_payment', 'expired'))`,
  },
  {
    id: "books-balance",
    says: "every penny captured is kept, refunded, kept by a bank, on its way back or still owed",
    broken: `SELECT o.id, o.state FROM orders o
      LEFT JOIN (SELECT order_id, sum(amount_pence) FILTER (WHERE state = 'succeeded') AS gone,
          sum(amount_pence) FILTER (WHERE state IN ('pending', 'requires_action')) AS going,
          sum(amount_pence) FILTER (WHERE state = 'due' AND reason <> 'partial') AS due, sum(amount_pence) FILTER (WHERE state = 'due' AND reason = 'partial') AS part
        FROM refunds GROUP BY order_id) r ON r.order_id = o.id
      WHERE refunded_pence <> coalesce(r.gone, 0) OR returning_pence <> coalesce(r.going, 0)
        OR (o.state = 'paid' AND captured_pence <> total_pence) OR (o.state = 'refunded' AND refunded_pence <> captured_pence)
        OR (o.state = 'refund_due' AND refunded_pence + charged_back_pence >= captured_pence) OR (r.due > 0 AND o.state <> 'refund_due')
        OR (r.due > 0 AND refunded_pence + returning_pence + charged_back_pence + r.due <> captured_pence)
        OR (r.part > 0 AND (o.state <> 'paid' OR refunded_pence + returning_pence + charged_back_pence + r.part > captured_pence))`,
  },
  {
    id: "partial-refunds",
    says: "the tickets of partial refunds belong to their order and are void, and the order counts each of them once",
    broken: `SELECT o.id, o.tickets_refunded FROM orders o LEFT JOIN (
        SELECT r.order_id, count(DISTINCT n) AS named, count(DISTINCT n) FILTER (WHERE t.void_at IS NOT NULL) AS void
        FROM refunds r CROSS JOIN unnest(r.ticket_numbers) n LEFT JOIN tickets t ON t.order_id = r.order_id AND t.ticket_number = n GROUP BY r.order_id
      ) p ON p.order_id = o.id
      WHERE o.tickets_refunded <> coalesce(p.named, 0) OR p.named <> p.void`,
  },
  {
    id: "owed-is-pursued",
    says: "a refund that is owed is being sent, is on its way, or has failed and staff have been told",
    broken: `SELECT o.id FROM orders o WHERE o.state = 'refund_due' AND refunded_pence + returning_pence + charged_back_pence < captured_pence
      AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.state IN ('due', 'failed', 'cancelled'))`,
  },
  {
    id: "disputes-add-up",
    says: "the amounts that banks hold or keep match the order's disputes; a charged-back order has no money and no valid ticket left",
    broken: `SELECT o.id FROM orders o LEFT JOIN (SELECT order_id, sum(amount_pence) FILTER (WHERE standing = 'open') AS open,
          sum(withdrawn_pence) FILTER (WHERE standing = 'lost') AS lost FROM disputes GROUP BY order_id) d ON d.order_id = o.id
        WHERE charged_back_pence <> least(coalesce(d.lost, 0), captured_pence)
          OR disputed_pence <> least(coalesce(d.open, 0), captured_pence - charged_back_pence)
      UNION ALL SELECT o.id FROM orders o WHERE o.state = 'charged_back' AND (charged_back_pence + refunded_pence < captured_pence
        OR EXISTS (SELECT FROM tickets t WHERE t.order_id = o.id AND ${VALID}))`,
  },
  {
    id: "suspended-is-disputed",
    says: "a ticket is suspended exactly while a bank holds the money that paid for it",
    broken: `SELECT o.id, o.state FROM orders o JOIN tickets t ON t.order_id = o.id WHERE o.state = 'paid' GROUP BY o.id
      HAVING count(*) FILTER (WHERE ${VALID} AND t.suspended_at IS NOT NULL) <> greatest(0, CASE
          WHEN disputed_pence + charged_back_pence = 0 THEN 0
          WHEN disputed_pence + charged_back_pence + refunded_pence >= captured_pence THEN o.quantity
          ELSE o.tickets_refunded + ceil((disputed_pence + charged_back_pence) * o.quantity::numeric / captured_pence) END
        - count(*) FILTER (WHERE NOT (${VALID})))`,
  },
  {
    id: "price-is-right",
    says: "each amount is what its quantity costs at its stored price",
    broken: `SELECT o.id FROM orders o JOIN lotteries l ON l.id = o.lottery_id LEFT JOIN promotions p ON p.id = o.promotion_id WHERE kind = 'paid' AND (
        o.percent_off <> greatest(${PACK_PERCENT}, p.percent_off)
        OR discount_pence <> floor((unit_price_pence::numeric * quantity * o.percent_off + 50) / 100)
        OR total_pence <> unit_price_pence::bigint * quantity - discount_pence)`,
  },
  {
    id: "completed-has-result",
    says: "a completed draw has one result, whose winning ticket belongs to it and was valid at the freeze, or it has no tickets at all; a sealed one is drawn, and nothing before",
    broken: `SELECT l.id FROM lotteries l LEFT JOIN draws d ON d.lottery_id = l.id LEFT JOIN draw_picks p ON p.lottery_id = l.id AND p.pick = 0
      LEFT JOIN tickets t ON t.lottery_id = l.id AND t.ticket_number = p.ticket_number
      WHERE (l.status = 'completed' AND l.last_ticket_number > 0 AND (d.drawn_at IS NULL OR t.ticket_number IS NULL OR t.void_at <= d.frozen_at OR l.winner_id IS NULL))
        OR (l.status <> 'completed' AND (d.drawn_at IS NOT NULL OR l.sales_state = 'drawn'))
        OR (d.drawn_at IS NULL AND (p.ticket_number IS NOT NULL OR (l.status = 'cancelled' AND d.lottery_id IS NOT NULL)))
        OR (d.drawn_at IS NOT NULL AND l.winner_id IS DISTINCT FROM (SELECT w.user_id FROM tickets w WHERE w.lottery_id = l.id
          AND w.ticket_number = coalesce((SELECT c.ticket_number FROM winner_changes c WHERE c.lottery_id = l.id AND c.place = 1 ORDER BY c.id DESC LIMIT 1), p.ticket_number)))`,
  },
  {
    id: "prizes-have-winners",
    says: "a drawn draw has the committed prizes and picks; each prize with a pick left has one winning ticket of this draw and one handover, and no ticket wins twice",
    broken: `SELECT d.lottery_id, 'picks' AS what FROM draws d LEFT JOIN draw_picks p USING (lottery_id) WHERE d.drawn_at IS NOT NULL
        GROUP BY d.lottery_id HAVING count(p.pick) <> d.prizes OR min(p.pick) <> 0 OR max(p.pick) <> d.prizes - 1
      UNION ALL SELECT d.lottery_id, 'prizes' FROM draws d JOIN lotteries l ON l.id = d.lottery_id WHERE d.prize_count IS NOT NULL
        AND (d.prize_count, d.one_prize_a_person) IS DISTINCT FROM (1 + jsonb_array_length(l.further_prizes), l.one_prize_a_person)
      UNION ALL SELECT p.lottery_id, 'passed over' FROM draw_picks p JOIN draws d USING (lottery_id) WHERE p.passed_over AND (p.pick = 0 OR d.one_prize_a_person IS NOT TRUE)
      UNION ALL SELECT d.lottery_id, 'handovers' FROM draws d WHERE d.drawn_at IS NOT NULL
        AND ARRAY(SELECT h.place FROM prize_handovers h WHERE h.lottery_id = d.lottery_id ORDER BY 1)
          <> ARRAY(SELECT w.place FROM winning_tickets(d.lottery_id) w WHERE w.place > 1 ORDER BY 1)
      UNION ALL SELECT d.lottery_id, 'twice' FROM draws d CROSS JOIN LATERAL winning_tickets(d.lottery_id) w GROUP BY d.lottery_id
        HAVING count(DISTINCT w.ticket_number) <> count(*)
      UNION ALL SELECT d.lottery_id, 'records' FROM draws d CROSS JOIN LATERAL winning_tickets(d.lottery_id) w
        JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = w.ticket_number
        JOIN winner_records r ON r.lottery_id = d.lottery_id AND r.place = w.place WHERE r.user_id <> t.user_id
      UNION ALL SELECT d.lottery_id, 'one a person' FROM draws d CROSS JOIN LATERAL winning_tickets(d.lottery_id) w
        JOIN tickets t ON t.lottery_id = d.lottery_id AND t.ticket_number = w.ticket_number JOIN users u ON u.id = t.user_id
        WHERE d.one_prize_a_person GROUP BY d.lottery_id HAVING count(DISTINCT coalesce(u.joined_to, u.id)) <> count(*)`,
  },
  {
    id: "photos-show-winners",
    says: "the photo of a further prize shows its winner, who is neither erased nor objects to being named",
    broken: `SELECT p.lottery_id, p.place FROM winner_photos p JOIN users u ON u.id = p.user_id
      WHERE u.erased_at IS NOT NULL OR u.name_hidden OR NOT EXISTS (SELECT FROM winning_tickets(p.lottery_id) w
        JOIN tickets t ON t.lottery_id = p.lottery_id AND t.ticket_number = w.ticket_number
        WHERE w.place = p.place AND t.user_id = p.user_id)`,
  },
  {
    id: "frozen",
    says: "no ticket was issued after the freeze, and no order was placed after the end",
    broken: `SELECT t.lottery_id, t.ticket_number::text FROM tickets t JOIN draws d ON d.lottery_id = t.lottery_id WHERE t.purchase_date > d.frozen_at
      UNION ALL SELECT d.lottery_id, d.n::text FROM draws d WHERE d.n <> (SELECT count(*) FROM tickets t
        WHERE t.lottery_id = d.lottery_id AND (t.void_at IS NULL OR t.void_at > d.frozen_at))
      UNION ALL SELECT o.lottery_id, o.id::text FROM orders o JOIN lotteries l ON l.id = o.lottery_id WHERE o.kind = 'paid' AND o.created_at >= l.closes_at`,
  },
  {
    id: "participants-are-holders",
    says: "each participant is listed with the number of their valid tickets, and no ticket holder is missing",
    broken: `SELECT coalesce(p.lottery_id, t.lottery_id) AS lottery_id, p.tickets, t.tickets AS held FROM participants p
      FULL JOIN (SELECT lottery_id, user_id, count(*) AS tickets FROM tickets t WHERE ${VALID} GROUP BY lottery_id, user_id) AS t
        ON t.lottery_id = p.lottery_id AND t.user_id = p.user_id
      WHERE coalesce(p.tickets, 0) <> coalesce(t.tickets, 0)`,
  },
  {
    id: "held-is-holds",
    says: "held equals the sum of live holds, and no hold is more than two minutes overdue",
    broken: `SELECT l.id::text FROM lotteries l LEFT JOIN orders o ON o.lottery_id = l.id AND o.state IN ('reserved', 'awaiting_payment')
      GROUP BY l.id HAVING l.tickets_held <> coalesce(sum(o.quantity), 0)
      UNION ALL SELECT id::text FROM orders WHERE state IN ('reserved', 'awaiting_payment') AND pay_by < now() - interval '2 minutes'`,
  },
  {
    id: "shares-are-holds",
    says: "the tickets counted as held by newcomers and by each network equal the sum of their live holds",
    broken: `SELECT l.id::text FROM lotteries l LEFT JOIN orders o ON o.lottery_id = l.id AND o.by_newcomer AND o.state IN ('reserved', 'awaiting_payment')
      GROUP BY l.id HAVING l.held_by_newcomers <> coalesce(sum(o.quantity), 0)
      UNION ALL SELECT coalesce(n.network, o.network) FROM network_holds n FULL JOIN (
        SELECT lottery_id, network, sum(quantity) AS held, coalesce(sum(quantity) FILTER (WHERE by_newcomer), 0) AS by_newcomers FROM orders
        WHERE state IN ('reserved', 'awaiting_payment') AND network IS NOT NULL GROUP BY lottery_id, network
      ) AS o ON o.lottery_id = n.lottery_id AND o.network = n.network
      WHERE coalesce(n.held, 0) <> coalesce(o.held, 0) OR coalesce(n.held_by_newcomers, 0) <> coalesce(o.by_newcomers, 0)`,
  },
  {
    id: "within-person-limit",
    says: "the tickets that one person has bought and holds never exceed the draw's limit per person",
    broken: `SELECT l.id, o.user_id FROM lotteries l JOIN orders o ON o.lottery_id = l.id AND o.kind = 'paid' AND o.state IN ('reserved', 'awaiting_payment', 'paid')
      GROUP BY l.id, o.user_id HAVING sum(o.quantity - o.tickets_refunded) > l.max_tickets_per_person`,
  },
  {
    id: "within-limit",
    says: "no one buys beyond their own monthly limit, except for purchases begun within the minute in which it was set",
    broken: `SELECT o.id FROM (
        SELECT id, user_id, total_pence, created_at, sum(total_pence - refunded_pence - returning_pence)
          OVER (PARTITION BY user_id, date_trunc('month', created_at AT TIME ZONE 'Europe/London') ORDER BY created_at, id) AS so_far
        FROM orders WHERE kind = 'paid' AND state IN ('reserved', 'awaiting_payment', 'paid')
          AND user_id IN (SELECT user_id FROM player_limits WHERE monthly_limit_pence IS NOT NULL)
      ) o JOIN player_limits p ON p.user_id = o.user_id
      WHERE o.total_pence > 0 AND o.so_far > p.monthly_limit_pence AND o.created_at > p.limit_since + interval '1 minute'
        AND (p.next_limit_from IS NULL OR o.created_at < p.next_limit_from)`,
  },
  {
    id: "exclusion-meets-same-person",
    says: "a self-exclusion holds for every account with a password, the same name and birth date, unless staff found two people",
    broken: `SELECT p.id, e.id AS excluded_id FROM player_limits l JOIN users e ON e.id = l.user_id
        JOIN users p ON p.birth_date = e.birth_date AND p.id <> e.id LEFT JOIN player_limits m ON m.user_id = p.id
      WHERE l.excluded_until > now() AND e.erased_at IS NULL AND p.erased_at IS NULL AND EXISTS (SELECT FROM credentials c WHERE c.user_id = p.id) AND e.first_name || e.last_name ~ '[[:alpha:]]'
        AND lower(e.first_name || ' ' || e.last_name) IN (lower(p.first_name || ' ' || p.last_name), lower(p.last_name || ' ' || p.first_name))
        AND coalesce(greatest(m.excluded_until, m.matched_until, m.match_cleared_until), '-infinity') < l.excluded_until`,
  },
  {
    id: "mail-once",
    says: "each message is sent to a recipient once, and no marketing without consent at the time",
    broken: `SELECT message, recipient FROM mails GROUP BY message, recipient HAVING count(*) > 1
      UNION ALL SELECT message, recipient FROM mails WHERE is_marketing AND state = 'sent' AND consent_checked_at IS NULL`,
  },
  {
    id: "campaign-is-over",
    says: "a campaign sends each person one email, none before it begins, and leaves none waiting when it is over",
    broken: `SELECT campaign_id, user_id::text FROM mails WHERE campaign_id IS NOT NULL GROUP BY campaign_id, user_id HAVING count(*) > 1
      UNION ALL SELECT c.id, m.id::text FROM campaigns c JOIN mails m ON m.campaign_id = c.id
        WHERE (c.state = 'draft' AND m.state <> 'queued') OR (c.state IN ('cancelled', 'done') AND m.state = 'queued') OR (c.state = 'done' AND m.state = 'sending')`,
  },
  {
    id: "free-is-one-card",
    says: "a free entry has its tickets, which stay valid until the entry is void; the details of a card are not kept for an erased person unless a draw needs them",
    broken: `SELECT o.id FROM orders o LEFT JOIN tickets t ON t.order_id = o.id WHERE o.kind = 'free' GROUP BY o.id
        HAVING count(t.ticket_number) <> o.quantity OR count(*) FILTER (WHERE ${VALID}) <> CASE o.state WHEN 'free' THEN o.quantity ELSE 0 END
      UNION ALL SELECT c.order_id FROM postal_cards c JOIN orders o ON o.id = c.order_id JOIN users u ON u.id = o.user_id
        WHERE o.kind <> 'free' OR (u.erased_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM retained_contacts r WHERE r.user_id = u.id))`,
  },
  {
    id: "erased-is-empty",
    says: "an erased account keeps no personal data except contact details that a draw, a payment or a refund needs",
    broken: `SELECT id FROM users WHERE erased_at IS NOT NULL AND (email IS NOT NULL OR phone IS NOT NULL OR birth_date IS NOT NULL OR county IS NOT NULL OR image IS NOT NULL
        OR first_name <> '' OR last_name <> '' OR former_names <> '[]' OR marketing_opt_in OR full_name_public OR EXISTS (SELECT FROM sessions s WHERE s.user_id = users.id)
        OR EXISTS (SELECT FROM credentials c WHERE c.user_id = users.id) OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = users.id) OR EXISTS (SELECT FROM admin_user a WHERE a.id = users.id))
      UNION ALL SELECT m.user_id FROM mails m JOIN users u ON u.id = m.user_id LEFT JOIN retained_contacts c ON c.user_id = u.id
        WHERE u.erased_at < now() - interval '2 hours' AND c.user_id IS NULL AND m.recipient LIKE '%@%'
      UNION ALL SELECT c.user_id FROM retained_contacts c JOIN users u ON u.id = c.user_id WHERE u.erased_at IS NULL
        OR (c.kept_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM tickets t JOIN lotteries l ON l.id = t.lottery_id LEFT JOIN draws d ON d.lottery_id = l.id
            WHERE t.user_id = c.user_id AND ((t.void_at IS NULL AND (l.status = 'active' OR d.drawn_at > now() - interval '1 hour')) OR t.void_at > now() - interval '1 hour'
              OR EXISTS (SELECT FROM draw_picks p WHERE p.lottery_id = t.lottery_id AND p.ticket_number = t.ticket_number)))
          AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = c.user_id AND (o.state IN ('reserved', 'awaiting_payment', 'refund_due') OR o.ended_at > now() - interval '1 hour'
            OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND ((r.reason = 'partial' AND r.state <> 'succeeded' AND NOT r.is_replaced)
              OR greatest(r.sent_at, r.done_at, r.failed_at) > now() - interval '1 hour')))))`,
  },
];

const PICTURES = { id: "pictures-exist", says: "every picture row has its file" };
const ORPHANS = { id: "pictures-shown", says: "no picture file stays unused for more than two days" };

export function invariantIds(): string[] {
  return [...INVARIANTS, PICTURES, ORPHANS].map(({ id }) => id);
}

/** Returns the broken invariants; empty if all hold. Pictures are checked in the file store. */
export async function findBrokenInvariants(
  ctx: Pick<Ctx, "db" | "media">,
  round: "broken" | "watched" = "broken",
): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const invariant of INVARIANTS) {
    const { rows } = await sql.raw(invariant[round] ?? invariant.broken).execute(ctx.db);
    if (rows.length > 0) broken.push({ id: invariant.id, says: invariant.says, rows: rows.slice(0, 20) });
  }
  const { missing, orphans } = await findStrayPictures(ctx);
  if (missing.length > 0) broken.push({ ...PICTURES, rows: missing });
  if (orphans.length > 0) broken.push({ ...ORPHANS, rows: orphans });
  return broken;
}

type Strays = { readonly missing: readonly string[]; readonly orphans: readonly string[] };

/** Rows and files are read at different times, so only what is wrong twice is reported. */
async function findStrayPictures(ctx: Pick<Ctx, "db" | "media">): Promise<Strays> {
  const first = await comparePictures(ctx);
  if (first.missing.length + first.orphans.length === 0) return first;
  const again = await comparePictures(ctx);
  const both = (name: keyof Strays) => first[name].filter((url) => again[name].includes(url));
  return { missing: both("missing"), orphans: both("orphans") };
}

async function comparePictures({ db, media }: Pick<Ctx, "db" | "media">): Promise<Strays> {
  const shown = await listShownPictures(db);
  const stored = await media.list();
  const there = new Set(stored.map(({ url }) => url));
  // By file times; recent uploads may belong to an open form.
  const before = Date.now() - 2 * UPLOAD_RETENTION_MS;
  return {
    missing: [...shown].filter((url) => !there.has(url)),
    orphans: stored.filter(({ url, storedAt }) => !shown.has(url) && storedAt.getTime() < before).map(({ url }) => url),
  };
}
