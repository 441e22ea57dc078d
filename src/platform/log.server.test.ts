import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { createLog } from "./log.server.ts";

async function written(fields: object, tracing?: { traceId: string | undefined }): Promise<string> {
  const path = join(tmpdir(), `concours-log-${randomUUID()}`);
  createLog("info", path, tracing).error(fields, "something failed");
  return readFile(path, "utf8");
}

it("an error of the database keeps its kind and loses its data", async () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: "23505",
    constraint: "users_email_key",
    detail: "Key (email)=(mia@concours.test) already exists.",
    where: "COPY users, line 1",
  });
  const line = await written({ err: error });
  expect(line).toContain("users_email_key");
  expect(line).toContain("23505");
  expect(line).toContain("log.server.test.ts");
  expect(line).not.toContain("mia@");
});

it("an error of the payment or mail provider has its status and no data of the customer", async () => {
  const cause = new Error("550 <mia@concours.test>: no such mailbox");
  const error = Object.assign(new Error("Invalid email address: mia@concours.test", { cause }), {
    statusCode: 400,
    type: "StripeInvalidRequestError",
    requestId: "req_1",
    raw: { headers: { authorization: "Bearer sk_live_secret" }, message: "mia@concours.test" },
    rejected: ["mia@concours.test"],
  });
  const line = await written({ err: error });
  expect(line).toContain('"statusCode":400');
  expect(line).toContain("req_1");
  expect(line).toContain("no such mailbox");
  expect(line).not.toMatch(/mia@|sk_live/);
});

it("fields that carry secrets are hidden", async () => {
  const line = await written({ token: "t-secret", user: { email: "mia@concours.test", password: "p-secret" } });
  expect(line).not.toMatch(/mia@|t-secret|p-secret/);
});

it("a line contains the current trace's id, if there is one", async () => {
  expect(await written({}, { traceId: "0af7651916cd43dd8448eb211c80319c" })).toContain(
    '"trace_id":"0af7651916cd43dd8448eb211c80319c"',
  );
  expect(await written({}, { traceId: undefined })).not.toContain("trace_id");
});

/** Writes to it fail with ENOSPC. */
const FULL = "/dev/full";

it.runIf(existsSync(FULL))("a full disk neither ends a logging process nor prevents its exit", async () => {
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.server.ts"))};
    const log = createLog("info");
    const lines = setInterval(() => log.error("nobody reads this"), 5);
    setTimeout(() => { log.fatal("nor this"); console.log("sells"); clearInterval(lines); process.exit(0); }, 200);`;
  const full = await open(FULL, "w");
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", full.fd] });
  const output = text(child.stdout ?? Readable.from([]));
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  await full.close();
  expect({ code, output: await output }).toEqual({ code: 0, output: "sells\n" });
});
