/** What an e-mail address looks like. */

/** The account library's own pattern (zod's), so that no address registers that could not sign in. */
const SHAPE = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
/** RFC 5321, 4.5.3.1.3. */
const LONGEST = 254;

/** Whether mail could be sent there; whether anybody reads it only a mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && SHAPE.test(text);
}

/** The one spelling that is stored and looked up: accounts do not differ by capitals. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Two hosts of one provider. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to, so far as it can be told: what stands behind "+" is the owner's own note, and Gmail reads no dots. For
 * counting people only; mail goes to the address as it was written.
 */
export function mailboxOf(email: string): string {
  const normal = normalEmail(email);
  const at = normal.lastIndexOf("@");
  const [name, host] = [normal.slice(0, at).replace(/(?<=.)\+.*$/, ""), normal.slice(at + 1)];
  return GMAIL.has(host) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${host}`;
}

/**
 * Who has an address here that another platform knew. `unconfirmed`: somebody registered with it, and nobody has shown yet that it is theirs.
 * `closed`: whoever had it closed their account for good.
 */
export type AddressHolder = { readonly kind: "account"; readonly id: string } | { readonly kind: "unconfirmed" | "closed" };
