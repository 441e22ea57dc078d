/** The public randomness beacon (drand's quicknet), or the demonstration's. See docs/draw-protocol.md. */
import {
  type Beacon,
  beaconKeys,
  type ChainInfo,
  chainHash,
  QUICKNET,
  randomnessOf,
  roundAt,
  signRound,
  timeOf,
  verifySignature,
} from "@concours/draw-protocol";
import { err, ok, type Result } from "#shared/result.ts";

/**
 * A source of drand's rounds. A round is a number; `roundAt` and `timeOf` convert it from and to Unix
 * seconds.
 */
export type BeaconSource = {
  readonly chain: ChainInfo;
  /** The demonstration's chain: its signatures are real but prove nothing about the shop. */
  readonly isDemo: boolean;
  roundAt(unixSeconds: number): number;
  timeOf(round: number): number;
  /** A verified round. `not_yet`: retry the same round later. `unreachable`: no valid answer in time. */
  fetchRound(round: number): Promise<Result<Beacon, "not_yet" | "unreachable">>;
  /** The newest published round, independent of this machine's clock. */
  newestRound(): Promise<Result<number, "unreachable">>;
};

type Clock = () => Date;

/**
 * Queries quicknet's relays in order until one returns a valid signature, so they need no trust.
 * A failed relay is skipped for one second, doubling up to a minute. `timeoutMs` is for each, body included.
 */
export function quicknetBeacon(options: {
  relays: readonly string[];
  fetch?: typeof fetch;
  timeoutMs?: number;
  now?: Clock;
}): BeaconSource {
  const { relays, fetch = globalThis.fetch, timeoutMs = 5000, now = () => new Date() } = options;
  if (relays.length === 0) throw new Error("quicknet needs the address of a relay");
  const backoff = relayBackoff(now);
  return {
    ...timesOf(QUICKNET),
    isDemo: false,
    async fetchRound(round) {
      // Relays limit the number of requests, and an undue round has no answer.
      if (!isDue(QUICKNET, round, now)) return err("not_yet");
      let isMissing = false;
      for (const relay of relays.filter((each) => !backoff.isExcluded(each))) {
        const answer = await queryRelay(`${relay.replace(/\/+$/, "")}/${QUICKNET.hash}/public/${round}`, fetch, timeoutMs);
        const isValid = answer === "missing" || (answer && verifySignature(QUICKNET, round, answer.signature));
        backoff.note(relay, isValid === true);
        if (answer === "missing") isMissing = true;
        else if (answer && isValid) return ok(beaconOf(round, answer.signature));
      }
      return err(isMissing ? "not_yet" : "unreachable");
    },
    async newestRound() {
      // Asks all relays, so that one that lags cannot hide a newer round.
      const rounds = await Promise.all(
        relays.map(async (relay) => {
          const answer = await queryRelay(`${relay.replace(/\/+$/, "")}/${QUICKNET.hash}/public/latest`, fetch, timeoutMs);
          const isValid =
            answer !== undefined && answer !== "missing" && verifySignature(QUICKNET, answer.round, answer.signature);
          return isValid ? [answer.round] : [];
        }),
      );
      const known = rounds.flat();
      return known.length === 0 ? err("unreachable") : ok(Math.max(...known));
    },
  };
}

const LONGEST_BACKOFF_MS = 60_000;

/** Skips failed relays for some time, because a waiting draw polls every three seconds for hours. */
function relayBackoff(now: Clock) {
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  return {
    isExcluded: (relay: string) => (failed.get(relay)?.until ?? 0) > now().getTime(),
    note(relay: string, isValid: boolean): void {
      if (isValid) return void failed.delete(relay);
      const times = (failed.get(relay)?.times ?? 0) + 1;
      failed.set(relay, { times, until: now().getTime() + Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** (times - 1)) });
    },
  };
}

/** The demonstration's beacon: the same scheme, but signed by this process when a round is due. */
export function demoBeacon(options: { secretKey: Uint8Array; genesisTime: number; now?: Clock }): BeaconSource {
  const { now = () => new Date() } = options;
  const { secretKey, publicKey } = beaconKeys(options.secretKey);
  const chain = demoChain(publicKey, options.genesisTime);
  return {
    ...timesOf(chain),
    isDemo: true,
    async fetchRound(round) {
      return isDue(chain, round, now) ? ok(beaconOf(round, signRound(secretKey, round))) : err("not_yet");
    },
    newestRound: async () => ok(newestAt(chain, now())),
  };
}

/** The parameters of the demonstration's chain: steps 4 and 9 of docs/draw-protocol.md. */
function demoChain(publicKey: string, genesisTime: number): ChainInfo {
  const chain = {
    scheme: "bls-unchained-g1-rfc9380",
    beaconId: "demonstration",
    // drand's hash of the group that runs a chain; this one has no group.
    groupHash: "00".repeat(32),
    publicKey,
    genesisTime,
    periodSeconds: 3,
    delaySeconds: 6,
  } as const;
  return { ...chain, hash: chainHash(chain) };
}

function timesOf(chain: ChainInfo): Pick<BeaconSource, "chain" | "roundAt" | "timeOf"> {
  return { chain, roundAt: (unixSeconds) => roundAt(chain, unixSeconds), timeOf: (round) => timeOf(chain, round) };
}

/** The newest round whose time has come at `at`. */
export function newestAt(chain: ChainInfo, at: Date): number {
  const seconds = at.getTime() / 1000;
  const next = roundAt(chain, seconds);
  return timeOf(chain, next) <= seconds ? next : Math.max(1, next - 1);
}

/** Whether the round's time has come. Throws a RangeError for an impossible number. */
function isDue(chain: ChainInfo, round: number, now: Clock): boolean {
  if (!Number.isSafeInteger(round) || round < 1) throw new RangeError(`no such round: ${round}`);
  return timeOf(chain, round) * 1000 <= now().getTime();
}

/**
 * The round with its randomness, which is computed from the verified signature instead of trusting the
 * relay's own value.
 */
function beaconOf(round: number, signature: string): Beacon {
  return { round, signature, randomness: randomnessOf(signature) };
}

/**
 * A relay's reply, not yet verified. "missing": the relay does not have the round. Undefined for an invalid
 * reply.
 */
async function queryRelay(
  address: string,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<{ round: number; signature: string } | "missing" | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    if (response.status === 404 || response.status === 425) {
      await response.body?.cancel();
      return "missing";
    }
    const body: unknown = JSON.parse(await readLimited(response));
    if (typeof body !== "object" || body === null || !("signature" in body) || typeof body.signature !== "string")
      return undefined;
    return { round: "round" in body ? Number(body.round) : Number.NaN, signature: body.signature };
  } catch {
    return undefined;
  }
}

const LONGEST_ANSWER = 4096;

/**
 * The reply's text. A valid one has about 250 characters; the limit protects the memory from endless
 * replies.
 */
async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new Error("too long for a round");
  }
  return text;
}
