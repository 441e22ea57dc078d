import type { Serving } from "./serve.ts";

export function greetingOf({ connected: { ctx, services }, ownerLink }: Pick<Serving, "connected" | "ownerLink">): string {
  const offer =
    ownerLink === undefined
      ? []
      : ["", `Nobody runs this shop yet. Open this link within 24 hours to become its owner: ${ownerLink}`];
  const lines = [`${ctx.brand.current.name} is ready at ${ctx.publicUrl}`, ...services.map((service) => `  ${service}`)];
  const trying = ctx.env.isTestMode ? ["  test mode: no money is taken, and tickets win nothing"] : [];
  return [...lines, ...trying, ...offer, ""].join("\n");
}

/** Ignores a closed standard output, which must not end the shop. */
export function greet(greeting: string): void {
  process.stdout.on("error", () => undefined);
  process.stdout.write(greeting);
}
