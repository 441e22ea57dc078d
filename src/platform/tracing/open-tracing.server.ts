/** Starts tracing if a collector is configured; the SDK is loaded only then. */
import type { Env } from "../env/env.server.ts";
import type { Tracing } from "./tracing.server.ts";

export async function openTracing({ tracing }: Pick<Env, "tracing">): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { openOtlp } = await import("./otlp.server.ts");
  return openOtlp(tracing);
}
