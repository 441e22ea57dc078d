/** Sends valid and invalid requests of /api/openapi.json; each reply must match the description. */
import * as fc from "fast-check";
import { z } from "zod";
import type { Role, Target } from "./fuzz.fixture.ts";

type Schema = { readonly [key: string]: unknown };
const schemas = z.record(z.string(), z.unknown());
const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z.array(z.object({ name: z.string(), in: z.enum(["path", "query"]), schema: schemas })).default([]),
        requestBody: z.object({ content: z.object({ "application/json": z.object({ schema: schemas }) }) }).optional(),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.object({ schema: schemas })).default({}) })),
      }),
    ),
  ),
});

/** Values of a JSON schema, for the features that ours use. */
function valuesOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((each) => valuesOf(schemas.parse(each), known)));
  switch (schema.type) {
    case "object": {
      const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
      const properties = Object.entries(schemas.parse(schema.properties ?? {}));
      const model = Object.fromEntries(properties.map(([name, of]) => [name, valuesOf(schemas.parse(of), known)]));
      return fc.record(model, { requiredKeys: [...required] });
    }
    case "array":
      return fc.array(valuesOf(schemas.parse(schema.items), known), { maxLength: 4 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: -2, max: 30 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    default:
      return fc.oneof(fc.constantFrom(...known), fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), fc.emailAddress());
  }
}

/** Sometimes an invalid body. */
const spoiled = (body: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

export async function callAsDescribed(
  { url, origin }: Target,
  { seed, each, known, roles }: { seed: number; each: number; known: readonly string[]; roles: readonly Role[] },
): Promise<{ tried: number; wrong: string[]; statuses: Record<string, number> }> {
  const { paths } = described.parse(await (await fetch(`${url}/api/openapi.json`)).json());
  const wrong: string[] = [];
  const statuses: Record<string, number> = {};
  let tried = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const body = requestBody
        ? spoiled(valuesOf(requestBody.content["application/json"].schema, known))
        : fc.constant(undefined);
      const values = fc.array(fc.oneof(fc.constantFrom(...known), fc.string({ unit: "binary", minLength: 1 })), {
        minLength: parameters.length,
        maxLength: parameters.length,
      });
      const inputs = fc.sample(fc.tuple(body, values, fc.constantFrom(...roles)), { numRuns: each, seed });
      for (const [sent, given, role] of inputs) {
        const target = new URL(url);
        target.pathname = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
          encodeURIComponent((given[parameters.findIndex((p) => p.name === name)] ?? "").toWellFormed()),
        );
        for (const [i, { name, in: place }] of parameters.entries())
          if (place === "query") target.searchParams.set(name, given[i] ?? "");
        const reply = await fetch(target, {
          method: method.toUpperCase(),
          headers: { ...role.headers, Origin: origin, ...(sent !== undefined && { "Content-Type": "application/json" }) },
          ...(sent !== undefined && { body: JSON.stringify(sent) }),
        });
        tried += 1;
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        const text = await reply.text();
        const fault =
          responses[reply.status] === undefined ? "a status that is not described" : shapeFault(responses[reply.status], text);
        if (fault !== undefined || reply.status >= 500)
          wrong.push(
            `${fault ?? "a failure"}: ${method} ${target.pathname} ${JSON.stringify(sent)?.slice(0, 500)} → ${reply.status} ${text.slice(0, 300)}`,
          );
      }
    }
  }
  return { tried, wrong, statuses };
}

function shapeFault(
  response: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } | undefined,
  text: string,
) {
  const [described] = Object.values(response?.content ?? {});
  const schema = described && z.fromJSONSchema(described.schema);
  if (!schema) return text === "" ? undefined : "a body where none is described";
  const read = schema.safeParse(JSON.parse(text));
  return read.success
    ? undefined
    : `a shape that is not described (${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message})`;
}
