export const BOOKS_INVARIANTS = [
  {
    id: "journal-balances",
    says: "every entry of the journal has two sides that come to nothing, and its numbers and those of its documents have no gaps",
    broken: `SELECT 'entry ' || e.number AS what FROM journal_entries e LEFT JOIN journal_lines l ON l.entry = e.number
        GROUP BY e.number HAVING count(l.entry) <> e.lines OR coalesce(sum(l.amount_pence), 0) <> 0
      UNION ALL SELECT 'numbers' FROM journal_entries, journal_numbers n GROUP BY n.entry
        HAVING count(*) <> max(number) OR max(number) <> n.entry
      UNION ALL SELECT kind FROM documents GROUP BY kind HAVING count(*) <> max(number)`,
    watched: `SELECT 'entry ' || e.number AS what FROM journal_entries e LEFT JOIN journal_lines l ON l.entry = e.number
      WHERE e.made_at > now() - interval '1 day' GROUP BY e.number HAVING count(l.entry) <> e.lines OR coalesce(sum(l.amount_pence), 0) <> 0`,
  },
  {
    id: "journal-has-the-orders",
    says: "what the journal has of each order is what it has of its refunds and disputes, and what is open between shop and provider is the sum of it",
    broken: `SELECT b.order_id FROM booked_orders b LEFT JOIN booked_parts p ON p.order_id = b.order_id GROUP BY b.order_id
        HAVING b.refunded_pence <> coalesce(sum(p.refunded_pence), 0) OR b.held_pence <> coalesce(sum(p.held_pence), 0)
          OR b.lost_pence <> coalesce(sum(p.lost_pence), 0) OR b.fees_pence <> coalesce(sum(p.fees_pence), 0)
      UNION ALL SELECT d.order_id FROM open_differences d LEFT JOIN journal_entries e ON e.order_id = d.order_id
        LEFT JOIN journal_lines l ON l.entry = e.number AND l.account = 'clearing'
        GROUP BY d.order_id HAVING d.amount_pence <> coalesce(sum(l.amount_pence), 0)`,
    watched: "SELECT order_id FROM open_differences WHERE false",
  },
] as const;
