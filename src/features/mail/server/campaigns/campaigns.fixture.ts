/** For tests of campaigns: many people, a plain letter, and a sending process. */
import { spawn } from "node:child_process";
import { sql } from "kysely";
import { makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { createMailer } from "#platform/mail/mail.server.ts";
import type { SmtpSink } from "#platform/mail/smtp-sink.fixture.ts";
import type { Draft, Prepare } from "./campaign-draft.ts";

const PROGRAM = new URL("./deliver-campaign-child.fixture.ts", import.meta.url).pathname;

/** Verified people with consent, without a password: reader-1, reader-2 … at `domain`. */
export async function makeCrowd({ db }: Pick<TestCtx, "db">, people: number, domain = "crowd.test"): Promise<void> {
  await sql`
    INSERT INTO users (email, email_verified, first_name, last_name, marketing_opt_in, created_at)
    SELECT 'reader-' || n || '@' || ${domain}, true, 'Zoé', 'Reader ' || n, true, now() - n * interval '1 second' FROM generate_series(1, ${people}::int) n`.execute(
    db,
  );
}

/** An administrator whose re-authentication is always fresh. */
export async function makeAdmin(ctx: TestCtx) {
  const { id, email } = await makeUser(ctx, { first_name: "Ada", locale: "fr" });
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  return { id, email, actor: reauthedAdmin(ctx, id) };
}

/** A valid draft for the draw. `change` replaces fields. */
export function draftFor(lotteryId: string, change: Partial<Draft> = {}): Draft {
  const content = "Bonjour {{firstName}}\n\n{{lotteryTitle}} vaut {{prizeValue}}.";
  return { template: "lottery-launch", lotteryId, subject: "{{lotteryTitle}} : un nouveau tirage", content, ...change };
}

/** Minimal mails, for tests that only count them. */
export const plainLetters: Prepare =
  async (_, { subject, content }) =>
  ({ firstName, unsubscribeUrl }) => ({
    subject,
    text: `${firstName}: ${content} ${unsubscribeUrl}`,
    html: `<p>${content}</p>`,
  });

/** The same context, with mail to the sink. */
export function mailingTo(ctx: TestCtx, sink: SmtpSink): TestCtx {
  return { ...ctx, mail: createMailer({ smtpUrl: sink.url, from: ctx.env.mailFrom }) };
}

/** Sends a campaign in a process that can be killed. `ended`: its exit code, signal and error output. */
export function deliverInChild({ databaseUrl }: TestCtx, sink: SmtpSink, campaignId: string) {
  const child = spawn(process.execPath, [PROGRAM, campaignId], {
    env: { NODE_ENV: "test", DATABASE_URL: databaseUrl, SMTP_URL: sink.url, MAILS_PER_SECOND: "10000" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; signal: string | null; stderr: string }>((done) =>
    child.once("close", (code, signal) => done({ code, signal, stderr })),
  );
  return { kill: () => child.kill("SIGKILL"), ended };
}
