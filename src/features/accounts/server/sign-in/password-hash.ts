/** Hashes passwords, a few at once, so that a rush of sign-ins cannot take all of the machine. */
import { argon2, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";
import type { Ctx } from "#platform/ctx.server.ts";
import { Overload } from "#shared/overload.ts";

/** Argon2id with the minimum of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** The PHC string format, without padding. */
const ARGON2 = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{22})\$([\w+/]{43})$/;
/** The format and parameters of the first versions of the shop. The salt is used as text. */
const SCRYPT = /^([\da-f]{32}):([\da-f]{128})$/;
const SCRYPT_COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const SCRYPT_BYTES = 64;

/** Leaves one core free, and one of libuv's four threads for files, host names and pictures. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Length of the queue. A hash takes about 30 ms, so the last one waits a few seconds. */
const MOST_WAITING = 100;

/** Too many passwords wait to be hashed. The visitor should try again later. */
export class PasswordsBusy extends Overload {
  override readonly name = "PasswordsBusy";
}

export type Passwords = {
  /** How new hashes begin: algorithm and cost. */
  readonly prefix: string;
  hash(password: string): Promise<string>;
  verify(attempt: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** Whether the hash has another format or cost than new ones. */
  isOutdated(hash: string): boolean;
  /** Takes as long as `verify` with the other format, so that timing does not reveal accounts. */
  payForOtherForm(hash: string | undefined): Promise<void>;
};

const instances = new WeakMap<Ctx, Passwords>();

/** The context's hasher, shared by all its requests. */
export function passwordsOf(ctx: Ctx): Passwords {
  const passwords = instances.get(ctx) ?? createPasswords(undefined, ctx.passwordCost);
  instances.set(ctx, passwords);
  return passwords;
}

/** A hasher with its own queue. `limits.waiting`: more throw `PasswordsBusy`. */
export function createPasswords(limits = { atOnce: AT_ONCE, waiting: MOST_WAITING }, cost: Cost = COST): Passwords {
  const limit = pLimit(limits.atOnce);
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= limits.atOnce && limit.pendingCount >= limits.waiting) throw new PasswordsBusy();
    return limit(work);
  };
  const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;
  const isOutdated = (hash: string) => !hash.startsWith(prefix);
  const hash = (password: string) =>
    limited(async () => {
      const salt = randomBytes(SALT_BYTES);
      return `${prefix}${base64(salt)}$${base64(await argon2Of(password, salt, cost))}`;
    });
  return {
    prefix,
    hash,
    isOutdated,
    verify: ({ hash, password }) => limited(() => verify(hash, password)),
    payForOtherForm: async (known) =>
      void (known && isOutdated(known) ? await hash("-") : await limited(() => scryptOf("-", "-"))),
  };
}

async function verify(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = ARGON2.exec(hash) ?? [];
  if (memory) {
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    return timingSafeEqual(Buffer.from(tag, "base64"), await argon2Of(password, Buffer.from(salt, "base64"), cost));
  }
  const [, textSalt, key] = SCRYPT.exec(hash) ?? [];
  return key !== undefined && timingSafeEqual(Buffer.from(key, "hex"), await scryptOf(password, textSalt ?? ""));
}

/** Keyboards send different Unicode forms of the same letter. */
const normalized = (password: string) => password.normalize("NFKC");

const deriveArgon2 = promisify(argon2);

function argon2Of(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return deriveArgon2("argon2id", { ...cost, message: normalized(password), nonce, tagLength: TAG_BYTES });
}

const deriveScrypt = promisify<string, string, number, typeof SCRYPT_COST, Buffer>(scrypt);

function scryptOf(password: string, salt: string): Promise<Buffer> {
  return deriveScrypt(normalized(password), salt, SCRYPT_BYTES, SCRYPT_COST);
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
