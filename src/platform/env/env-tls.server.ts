/** Which addresses of the database and of the mail server are spoken to in TLS, and which of them say that they would rather not. */
import pg from "pg";
import { isLoopback } from "./env-schema.server.ts";

/** The words of `sslmode` that the client takes for a certificate that is checked; newer ones may take some of them for less. */
const CHECKED = /^(prefer|require|verify-ca|verify-full)$/;

function isHere(databaseUrl: string): boolean {
  const { host } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith("/") || isLoopback(host);
}

/** The address of a database with its certificate checked, unless it is on this machine or the address itself says otherwise. */
export function withTls(databaseUrl: string): string {
  const mode = parameter(databaseUrl, "sslmode");
  if (isHere(databaseUrl) || isUnchecked(databaseUrl) || mode === "verify-full") return databaseUrl;
  if (mode !== undefined) return databaseUrl.replace(/([?&]sslmode=)[^&]*/i, "$1verify-full");
  return `${databaseUrl}${databaseUrl.includes("?") ? "&" : "?"}sslmode=verify-full`;
}

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

/** Whether a mail server is asked for TLS; not on this machine. */
export function needsTls(smtpUrl: string): boolean {
  return !(URL.canParse(smtpUrl) && isLoopback(new URL(smtpUrl).hostname));
}

export function isPlainSmtp(smtpUrl: string): boolean {
  if (!needsTls(smtpUrl)) return false;
  const off = (name: string) => /^(0|false)$/i.test(parameter(smtpUrl, name) ?? "");
  return parameter(smtpUrl, "ignoreTLS") !== undefined || off("requireTLS") || off("secure") || off("tls.rejectUnauthorized");
}

/** Of the part behind the question mark, also where the rest is no address that the platform can read. The last one counts. */
function parameter(url: string, name: string): string | undefined {
  return new URLSearchParams(url.split("?")[1] ?? "").getAll(name).at(-1);
}
