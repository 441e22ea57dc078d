/** The OpenAPI 3.1 document: operations as their routes describe them, and webhook events. */
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { z } from "zod";
import { EVENT_TYPES, EVENTS, envelope } from "#features/integrations/rules/event.ts";
import { API_TAGS, type ApiEnv, jsonSchema, type Operation } from "#platform/request/api.server.ts";

export const operation: Operation = {
  id: "getOpenApi",
  tag: "description",
  summary: "This description",
  replies: { 200: { says: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
};

type Shop = { readonly name: string; readonly trader: { readonly email: string } };

export function openApiDocument(api: Hono<ApiEnv>, publicUrl: string, { name, trader }: Shop) {
  return generateSpecs(api, {
    excludeStaticFile: false,
    documentation: {
      info: {
        title: name,
        version: "1",
        description: "Prize draws for fine cars: list them, register and buy tickets. Prices are in pounds with two decimals.",
        contact: { name, url: `${publicUrl}/contact`, ...(trader.email && { email: trader.email }) },
      },
      tags: Object.entries(API_TAGS).map(([tag, description]) => ({ name: tag, description })),
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          apiKey: { type: "http", scheme: "bearer", bearerFormat: "ck_live_…" },
        },
      },
      webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }])),
    },
  });
}

/** Webhooks are signed after Standard Webhooks. */
function describeEvent(type: (typeof EVENT_TYPES)[number]) {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" } as const,
  });
  const schema = jsonSchema(envelope(type, EVENTS[type].data));
  const says = EVENTS[type].says.en;
  return {
    operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: says,
    description: `${says}. Sent to the endpoints that an administrator has added, signed after Standard Webhooks.`,
    parameters: [
      header("webhook-id", "The same for each time that this is sent"),
      header("webhook-timestamp", "Unix seconds of this try"),
      header("webhook-signature", "v1,… of id, timestamp and body; several are separated by spaces"),
    ],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "2XX": { description: "Received; anything else is tried again for three days" }, 410: { description: "Stop" } },
  };
}
