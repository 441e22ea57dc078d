import type { Change } from "../ledger/ledger.ts";
import type { SessionRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { type Cause, recordEvent } from "./record-event.ts";

/** Ends an open session and its pending payment. */
export function expireSession(
  sim: Simulation,
  session: SessionRecord,
  cause: Cause = null,
): { session: SessionRecord; changes: readonly Change[] } {
  const expired: SessionRecord = { ...session, status: "expired" };
  const changes: Change[] = [["session", expired]];
  const intent = session.intent === null ? undefined : sim.ledger.intents.get(session.intent);
  if (intent !== undefined) {
    changes.push(["intent", { ...intent, status: "canceled", awaiting: null, canceledAt: sim.clock.seconds() }]);
  }
  changes.push(recordEvent(sim, "checkout.session.expired", { kind: "session", record: expired }, { cause }));
  return { session: expired, changes };
}

/** The current session. One whose time is up is expired first, so that it is never shown or paid as open. */
export function currentSession(sim: Simulation, id: string): SessionRecord | undefined {
  const session = sim.ledger.sessions.get(id);
  if (session === undefined || session.status !== "open" || session.expiresAt > sim.clock.seconds()) return session;
  const { session: expired, changes } = expireSession(sim, session);
  sim.commit(changes).catch((error: unknown) => sim.log("error", "a session's expiry was not stored", { error }));
  return expired;
}
