/** What the shop says on standard output once it answers. */
import type { Connected } from "#platform/ctx.server.ts";

/** Its address first, then what each external service is. */
export function greetingOf({ ctx, services }: Connected): string {
  return [`${ctx.brand.current.name} is ready at ${ctx.publicUrl}`, ...services.map((service) => `  ${service}`), ""].join("\n");
}

/** Whoever started the shop may have stopped listening to it; that is no reason to stop selling. */
export function greet(greeting: string): void {
  process.stdout.on("error", () => undefined);
  process.stdout.write(greeting);
}
