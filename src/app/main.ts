/** Installs the signal handler before loading the rest, which takes a second. */
export {};

process.on("SIGUSR2", () => undefined);
await import("./tests/start.ts");
