/** What PostgreSQL's refusals mean: a rule of the tables was broken, or the database could not answer just now. */

/** The constraint that PostgreSQL named when it refused, or undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return undefined;
  const { code, constraint } = error;
  return typeof code === "string" && code.startsWith("23") && typeof constraint === "string" ? constraint : undefined;
}

/** Connection lost, too many connections, shutting down, still a stand-by (PostgreSQL manual, appendix A). */
const GONE_STATE = /^(08...|53300|57P0[123]|25006)$/;
/** Serialisation failed, deadlock. */
const CROSSED_STATE = /^(40001|40P01)$/;
/** Waited too long for a lock, worked too long. */
const BUSY_STATE = /^(55P03|57014)$/;
/** `ENOENT`: the socket file of a server that is being restarted. */
const TRANSIENT_NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EAI_AGAIN"]);
/** The driver says these without a code. */
const TRANSIENT_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True where the server gave up waiting for a lock, or for an end: whoever asks again at once waits as long again. */
export function isBusy(error: unknown): boolean {
  return BUSY_STATE.test(stateOf(error));
}

/** True where another try may succeed. Nothing was committed then, unless it was the reply to the commit that got lost. */
export function isTransient(error: unknown): boolean {
  return isGone(error) || isCrossed(error);
}

/** True where two transactions met crosswise and this one was undone: it can be done again at once. */
export function isCrossed(error: unknown): boolean {
  return CROSSED_STATE.test(stateOf(error));
}

/** True where the database could not be asked: whatever else it is asked now will not be answered either. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = stateOf(error);
  return GONE_STATE.test(code) || TRANSIENT_NETWORK.has(code) || TRANSIENT_MESSAGE.test(error.message);
}

function stateOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
