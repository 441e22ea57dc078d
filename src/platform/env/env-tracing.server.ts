/** Whether and how many traces are exported. The OpenTelemetry SDK reads its other settings itself. */

import { z } from "zod";
import { words } from "#shared/text/words.ts";

const SAMPLERS = words("always_on always_off traceidratio parentbased_always_on parentbased_always_off parentbased_traceidratio");

export const tracingSchema = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: "collector of [traces](operations.md#traces), OTLP over HTTP, such as `http://127.0.0.1:4318`",
      unset: "no traces",
    }),
  OTEL_SERVICE_NAME: z.string().trim().min(1).optional().meta({ description: "name of the shop in traces", unset: "`concours`" }),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on").describe("OpenTelemetry's name of the sampler"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe("share of traces for `traceidratio`"),
};

/**
 * `endpoint`: the base address, without the OTLP path. `ratio`: the share of traces to export, for samplers
 * that take one.
 */
export type TracingSettings = { readonly endpoint: string; readonly sampler: (typeof SAMPLERS)[number]; readonly ratio: number };

type TracingVars = z.infer<z.ZodObject<typeof tracingSchema>>;

/** The settings of tracing; undefined if no traces are exported. */
export function tracingOf(vars: TracingVars): TracingSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = vars;
  if (endpoint === undefined) return undefined;
  return { endpoint, sampler: vars.OTEL_TRACES_SAMPLER, ratio: vars.OTEL_TRACES_SAMPLER_ARG };
}
