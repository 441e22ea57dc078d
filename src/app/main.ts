/** The door: from its first instant on, a signal to renew ends nobody. Reading the rest takes a second, in which it could. */
export {};

process.on("SIGUSR2", () => undefined);
await import("./start.ts");
