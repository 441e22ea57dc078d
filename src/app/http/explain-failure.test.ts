import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { DataInUseError } from "@concours/embedded-postgres";
import { expect, it } from "vitest";
import { EnvError } from "#platform/env/env.server.ts";
import { explainFailure } from "./explain-failure.ts";

it("a wrong setting and data in use have their own messages", () => {
  expect(explainFailure(new EnvError("PORT: wrong"))).toBe("PORT: wrong");
  expect(explainFailure(new DataInUseError("/data", { pid: 7 }))).toMatch(
    /^The database in \/data is in use by process 7\. Stop/,
  );
});

it("a taken port is named, with the solution", async () => {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
  const address = first.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const second = createServer();
  const error = await new Promise((resolve) => second.once("error", resolve).listen(port, "127.0.0.1"));
  first.close();
  expect(explainFailure(error)).toBe(`Another program is using port ${port}. Stop it, or set PORT to another number.`);
});

it("an address of another machine is reported as HOST's, not the database's", async () => {
  for (const host of ["no such host", "192.0.2.1"]) {
    const error = await new Promise<Error>((resolve) => createServer().once("error", resolve).listen(0, host));
    const said = explainFailure(Object.assign(error, { listensAt: host }));
    expect(said).toMatch(new RegExp(`^The shop cannot listen at ${host}: .*Set HOST to an address of this machine`));
    expect(said).not.toContain("DATABASE_URL");
  }
});

it("a folder that cannot be made is named, without a trace", async () => {
  const error = await mkdir("/dev/null/data", { recursive: true }).catch((reason: unknown) => reason);
  expect(explainFailure(error)).toMatch(/^The shop cannot start: ENOTDIR: .*'\/dev\/null\/data'$/);
});

it("an unreachable database is named by each of its addresses", async () => {
  const error = await new Promise((resolve) => connect({ host: "localhost", port: 1 }).once("error", resolve));
  expect(explainFailure(error)).toMatch(
    /^(The shop cannot start: connect ECONNREFUSED \S+:\d+\. Is the database running, .* DATABASE_URL .*\?\n?)+$/,
  );
});

it("a bug has its stack trace", () => {
  expect(explainFailure(new TypeError("x is not a function"))).toMatch(/^TypeError: x is not a function\n\s+at /);
  expect(explainFailure("odd")).toBe("odd");
});
