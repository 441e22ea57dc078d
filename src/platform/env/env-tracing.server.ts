/** Whether traces leave, and how many: OpenTelemetry's own names, of which its SDK reads the rest itself. */

import { z } from "zod";
import { words } from "#shared/words.ts";

const SAMPLERS = words("always_on always_off traceidratio parentbased_always_on parentbased_always_off parentbased_traceidratio");

export const tracingSchema = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** `endpoint`: the collector's address, to which OTLP's own path is added. `ratio`: how many of all traces, where the sampler asks for it. */
export type TracingSettings = { readonly endpoint: string; readonly sampler: (typeof SAMPLERS)[number]; readonly ratio: number };

type TracingVars = z.infer<z.ZodObject<typeof tracingSchema>>;

export function tracingOf(vars: TracingVars): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = vars;
  if (endpoint === undefined) return undefined;
  return { endpoint, sampler: vars.OTEL_TRACES_SAMPLER, ratio: vars.OTEL_TRACES_SAMPLER_ARG };
}
