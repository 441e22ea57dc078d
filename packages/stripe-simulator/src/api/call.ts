/** Common parts of API calls: request id, idempotency, `expand`, and durable answers. */
import { setTimeout as wait } from "node:timers/promises";
import { digestOf, readUpload, type UploadedFile } from "@concours/simulator-kit/uploads";
import type { Context } from "hono";
import type { Cause } from "../actions/record-event.ts";
import type { Change } from "../ledger/ledger.ts";
import { newId } from "../ledger/new-id.ts";
import type { KeyRecord, Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import type { WireObject } from "../wire/wire.ts";
import { API_VERSION } from "../wire/wire.ts";
import { checkExpand, expanded } from "./expand.ts";
import { Fields } from "./fields.ts";
import { StripeError } from "./stripe-error.ts";

export type Call = {
  readonly id: string;
  readonly fields: Fields;
  /** Of a multipart form. */
  readonly file?: UploadedFile | undefined;
  readonly cause: NonNullable<Cause>;
};

/** Answers a `GET` with data that is on disk. */
export type Read = (call: Call) => Promise<WireObject>;

export type Act = (call: Call) => { readonly snapshot: Snapshot; readonly changes: readonly Change[] };

export function createCalls(sim: Simulation): { read(read: Read): Handler; act(kind: Snapshot["kind"], act: Act): Handler } {
  const underWay = new Set<string>();
  return {
    read: (read) => (context) => {
      const cause = { id: newId("req"), idempotencyKey: null };
      return answer(cause, async () => {
        await admit(sim);
        const query = new URL(context.req.url).search;
        return { status: 200, body: await read({ id: context.req.param("id") ?? "", fields: Fields.parse(query), cause }) };
      });
    },
    act: (kind, act) => async (context) => {
      const idempotencyKey = context.req.header("idempotency-key") ?? null;
      const cause = { id: newId("req"), idempotencyKey };
      const body = await readBody(context.req.raw);
      return answer(cause, async () => {
        if (idempotencyKey === null) {
          await admit(sim);
          return carryOut({ sim, kind, act, cause, id: context.req.param("id") ?? "", body, toKeyChanges: () => [] });
        }
        const call = `${context.req.method} ${context.req.path}`;
        const stored = sim.ledger.key(idempotencyKey);
        if (stored !== undefined) return replay(sim, stored, call, body.digest);
        if (underWay.has(idempotencyKey)) throw keyInUse(idempotencyKey);
        underWay.add(idempotencyKey);
        try {
          await admit(sim);
          const toKeyChanges = (answered: KeyRecord["answer"]): readonly Change[] => [
            [
              "key",
              {
                id: idempotencyKey,
                created: sim.clock.seconds(),
                requestId: cause.id,
                call,
                body: body.digest,
                answer: answered,
              },
            ],
          ];
          return await carryOut({ sim, kind, act, cause, id: context.req.param("id") ?? "", body, toKeyChanges });
        } finally {
          underWay.delete(idempotencyKey);
        }
      });
    },
  };
}

type Handler = (context: Context) => Promise<Response>;
type Body = { readonly fields: Fields; readonly file: UploadedFile | undefined; readonly digest: string };

/** The digest of a multipart form leaves its random boundary out. */
async function readBody(request: Request): Promise<Body> {
  const upload = await readUpload(request);
  if (upload === undefined) {
    const text = await request.text();
    return { fields: Fields.parse(text), file: undefined, digest: digestOf(text) };
  }
  const { fields, file } = upload;
  const digest = digestOf(JSON.stringify([fields, file?.name, file && digestOf(file.bytes)]));
  return { fields: Fields.parse(new URLSearchParams(fields).toString()), file, digest };
}
type Answer = { readonly status: number; readonly body: WireObject; readonly original?: string };

/** Applies the faults that strike before a call runs. */
async function admit({ knobs }: Simulation): Promise<void> {
  if (knobs.settings.delayMs > 0) await wait(knobs.settings.delayMs);
  if (knobs.strikes(knobs.settings.refuse)) {
    throw new StripeError(500, { type: "api_error", message: "An unknown error occurred (the simulator's knob `refuse`)." });
  }
}

type Carried = {
  readonly sim: Simulation;
  readonly kind: Snapshot["kind"];
  readonly act: Act;
  readonly id: string;
  readonly body: Body;
  readonly cause: NonNullable<Cause>;
  /** Stores the answer for the idempotency key atomically with the action. */
  readonly toKeyChanges: (answer: KeyRecord["answer"]) => readonly Change[];
};

async function carryOut({ sim, kind, act, id, body: { fields, file }, cause, toKeyChanges }: Carried): Promise<Answer> {
  try {
    const expand = checkExpand(kind, fields.strings("expand"));
    const { snapshot, changes } = act({ id, fields, file, cause });
    await sim.commit([...changes, ...toKeyChanges({ snapshot, expand })]);
    return { status: 200, body: expanded(sim, snapshot, expand) };
  } catch (error) {
    if (error instanceof StripeError && error.begun) {
      const changes = toKeyChanges({ status: error.status, error: error.body });
      if (changes.length > 0) await sim.commit(changes);
    }
    throw error;
  }
}

function replay(sim: Simulation, stored: KeyRecord, call: string, body: string): Answer {
  if (stored.call !== call) throw keyMisused(`for the same endpoint they were first used for ('${stored.call}')`, stored.id);
  if (stored.body !== body) throw keyMisused("with the same parameters they were first used with", stored.id);
  const { answer: was } = stored;
  if ("error" in was) return { status: was.status, body: { error: was.error }, original: stored.requestId };
  return { status: 200, body: expanded(sim, was.snapshot, was.expand), original: stored.requestId };
}

function keyMisused(rule: string, key: string): StripeError {
  const message = `Keys for idempotent requests can only be used ${rule}. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeError(400, { type: "idempotency_error", message });
}

function keyInUse(key: string): StripeError {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Try again later.`;
  return new StripeError(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
}

async function answer(cause: NonNullable<Cause>, make: () => Promise<Answer>): Promise<Response> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "request-id": cause.id,
    "stripe-version": API_VERSION,
  };
  if (cause.idempotencyKey !== null) headers["idempotency-key"] = cause.idempotencyKey;
  try {
    const { status, body, original } = await make();
    if (original !== undefined) {
      headers["idempotent-replayed"] = "true";
      headers["original-request"] = original;
    }
    return new Response(JSON.stringify(body), { status, headers });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return new Response(JSON.stringify({ error: error.body }), { status: error.status, headers });
  }
}
