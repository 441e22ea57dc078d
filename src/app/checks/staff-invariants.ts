/** Cards are entered after the decision. Older entries about winners and second factors name no proposal. */
const NAMED = "p.kind NOT IN ('postal_batch', 'winner_by_hand', 'second_factor_reset')";
const RECEIVED = `SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.sequence = d.event WHERE d.state = 'delivered'
  AND NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.delivery_id = d.id AND a.status BETWEEN 200 AND 299)`;

export const STAFF_INVARIANTS = [
  {
    id: "confirmed-is-done",
    says: "what a second person confirmed was carried out, and the log of it names the proposal",
    broken: `SELECT p.id, p.kind FROM proposals p WHERE p.state = 'confirmed' AND ${NAMED}
      AND NOT EXISTS (SELECT FROM audit_log a WHERE a.subject_id = p.subject_id::text AND a.after->>'proposal_id' = p.id::text)`,
  },
  {
    id: "invited-by-two",
    says: "an invitation that was not sent waits for a second owner",
    broken: `SELECT i.id FROM staff_invitations i WHERE i.sent_at IS NULL
      AND NOT EXISTS (SELECT FROM proposals p WHERE p.kind = 'owner_invite' AND p.subject_id = i.id AND p.state = 'open')`,
  },
  {
    id: "received-was-answered",
    says: "an event counts as received only where the receiver said yes",
    broken: RECEIVED,
    watched: `${RECEIVED} AND e.at > now() - interval '1 day'`,
  },
];
