/** Hashing passwords: Argon2id as OWASP's password storage cheat sheet asks at least, off the event loop, and never too many at once. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { hashPassword as scryptHash, verifyPassword as scryptVerify } from "better-auth/crypto";
import { Overload } from "#shared/overload.ts";

/** 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** What every hash of today begins with. */
export const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/** One core stays free for everything else, and so does one of the four threads that files, names and pictures need as well. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Behind those. A hash takes some 30 ms, so that the last of them waits for a few seconds at most. */
const MOST_WAITING = 100;

/** So many passwords are being hashed that one more would only wait in vain. Nothing has been looked at. */
export class PasswordsBusy extends Overload {
  override readonly name = "PasswordsBusy";
}

export type Passwords = {
  /** The hash to store, in the PHC string format. Throws `PasswordsBusy`, as the others do. */
  hash(password: string): Promise<string>;
  /** Whether the password has this hash, of today's kind or of the one before (scrypt, by the account library). */
  verify(of: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /**
   * The work that `verify` would do for a hash of the other kind; for an account that is unknown or has today's, that is scrypt. While there are
   * hashes of both kinds, whoever signs in pays for both, and the time tells nobody which accounts are old.
   */
  payForOtherKind(hash: string | undefined): Promise<void>;
};

/** Whether a hash has to be made anew as soon as its password is known. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

/**
 * @param limits how many at once, and how many may wait for them
 * @param cost less for tests alone: their hashes look like all others, and no shop could read them
 */
export function createPasswords(limits = { atOnce: AT_ONCE, waiting: MOST_WAITING }, cost: Cost = COST): Passwords {
  const inTurn = createQueue(limits);
  const hash = (password: string) => inTurn(() => argonHash(password, cost));
  return {
    hash,
    verify: ({ hash, password }) =>
      inTurn(() => (isOutdated(hash) ? scryptVerify({ hash, password }) : argonVerify({ hash, password }, cost))),
    payForOtherKind: async (known) => void (known && isOutdated(known) ? await hash("-") : await inTurn(() => scryptHash("-"))),
  };
}

function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new PasswordsBusy();
      await new Promise<void>((begin) => line.push(begin));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes this place over.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const derive = promisify(argon2);

async function argonHash(password: string, cost: Cost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${PREFIX}${base64(salt)}$${base64(await tagOf(password, salt, cost))}`;
}

async function argonVerify({ hash, password }: { hash: string; password: string }, cost: Cost): Promise<boolean> {
  const [salt = "", tag = ""] = hash.slice(PREFIX.length).split("$");
  const [nonce, expected] = [Buffer.from(salt, "base64"), Buffer.from(tag, "base64")];
  // A damaged row is nobody's password.
  if (nonce.length !== SALT_BYTES) return false;
  const given = await tagOf(password, nonce, cost);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** As the account library does: what is typed on one keyboard is the same on another. */
function tagOf(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive("argon2id", { ...cost, message: password.normalize("NFKC"), nonce, tagLength: TAG_BYTES });
}

/** The PHC format leaves the padding out. */
function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
