/** Classifies PostgreSQL errors: a violated rule, or a temporary failure. */

/** The name of the constraint that a statement violated; undefined for all other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return undefined;
  const { code, constraint } = error;
  return typeof code === "string" && code.startsWith("23") && typeof constraint === "string" ? constraint : undefined;
}

/** Connection lost, too many connections, shutting down, still a standby (PostgreSQL manual, appendix A). */
const UNREACHABLE_STATE = /^(08...|53300|57P0[123]|25006)$/;
/** Serialisation failure, deadlock. */
const CONFLICT_STATE = /^(40001|40P01)$/;
/** Lock timeout, statement timeout. */
const BUSY_STATE = /^(55P03|57014)$/;
/** `ENOENT`: the socket file of a server that is being restarted. */
const TRANSIENT_NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EAI_AGAIN"]);
/** Errors of the driver without a code. */
const TRANSIENT_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A lock or statement timed out: an immediate retry would wait as long again. */
export function isBusy(error: unknown): boolean {
  return BUSY_STATE.test(errorCode(error));
}

/** A retry may succeed. Nothing was committed, unless the reply to a commit was lost. */
export function isTransient(error: unknown): boolean {
  return isGone(error) || isCrossed(error);
}

/** A deadlock or serialisation failure: retry at once. */
export function isCrossed(error: unknown): boolean {
  return CONFLICT_STATE.test(errorCode(error));
}

/** The database is unreachable: other queries will fail too. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return UNREACHABLE_STATE.test(code) || TRANSIENT_NETWORK.has(code) || TRANSIENT_MESSAGE.test(error.message);
}

/** PostgreSQL's SQLSTATE or Node.js's code; empty if the error has none. */
function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
