/** Which connections to the database and the mail server use TLS, and which settings turn it off. */
import pg from "pg";
import { isLoopback } from "./env-formats.server.ts";

/**
 * Values of `sslmode` with which this version of the client verifies certificates. Newer versions may check
 * less.
 */
const CHECKED = /^(prefer|require|verify-ca|verify-full)$/;

/** Whether the database is on this machine. */
function isHere(databaseUrl: string): boolean {
  const { host } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith("/") || isLoopback(host);
}

/**
 * The address with certificate verification, unless the database is on this machine or the address turns it
 * off.
 */
export function withTls(databaseUrl: string): string {
  const mode = parameter(databaseUrl, "sslmode");
  if (isHere(databaseUrl) || isUnchecked(databaseUrl) || mode === "verify-full") return databaseUrl;
  if (mode !== undefined) return databaseUrl.replace(/([?&]sslmode=)[^&]*/i, "$1verify-full");
  return `${databaseUrl}${databaseUrl.includes("?") ? "&" : "?"}sslmode=verify-full`;
}

/** Whether a database on another machine is reached without verified TLS. */
export function isPlainDatabase(databaseUrl: string): boolean {
  return !isHere(databaseUrl) && isUnchecked(databaseUrl);
}

function isUnchecked(databaseUrl: string): boolean {
  const mode = parameter(databaseUrl, "sslmode");
  return (
    (mode !== undefined && !CHECKED.test(mode)) ||
    parameter(databaseUrl, "uselibpqcompat") !== undefined ||
    /^(0|false)$/.test(parameter(databaseUrl, "ssl") ?? "")
  );
}

/** Whether the mail server must use TLS; not on this machine. */
export function needsTls(smtpUrl: string): boolean {
  return !(URL.canParse(smtpUrl) && isLoopback(new URL(smtpUrl).hostname));
}

/** Whether a mail server on another machine is reached without verified TLS. */
export function isPlainSmtp(smtpUrl: string): boolean {
  if (!needsTls(smtpUrl)) return false;
  const off = (name: string) => /^(0|false)$/i.test(parameter(smtpUrl, name) ?? "");
  return parameter(smtpUrl, "ignoreTLS") !== undefined || off("requireTLS") || off("secure") || off("tls.rejectUnauthorized");
}

/** The last value of a query parameter, also if the URL parser rejects the address. */
function parameter(url: string, name: string): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").getAll(name).at(-1);
}
