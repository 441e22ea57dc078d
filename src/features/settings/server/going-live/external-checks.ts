/** Checks that call external services: on demand and by a job, never by a page. */
import { Resolver } from "node:dns/promises";
import { clockFits } from "#features/draws/rules/round-ahead.ts";
import { accountNotice } from "#features/mail/server/mails/account-notice.ts";
import { penIn } from "#features/mail/server/mails/pen.ts";
import { renderMail } from "#features/mail/server/mails/render-mail.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PaymentProvider } from "#platform/payments/payments.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { amber, type Found, green, judgeSender, red, TEST_KEYS } from "../../rules/going-live.ts";

/** The administrator who runs the checks, and gets the test mail. Jobs have none. */
export type Requester = { readonly email: string; readonly firstName: string; readonly locale: Locale };

/** Undefined if the check was not made. */
type Check = (ctx: Ctx, requester: Requester | undefined) => Promise<Found | undefined>;

const DNS = { timeout: 3_000, tries: 1 } as const;

/** Both providers' errors carry the reply's status; network errors have none. */
function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as { readonly status?: unknown; readonly statusCode?: unknown };
  return [status, statusCode].find((each) => typeof each === "number");
}
const REFUSED_STATUSES: ReadonlySet<number | undefined> = new Set([401, 403]);

/** Whether the provider accepts the shop's key. Lists disputes since now, which are none. */
export async function testKeys({ env, log }: Ctx, provider: PaymentProvider): Promise<Found> {
  const facts = { provider: PROVIDER_NAMES[provider.name], setting: `${provider.name.toUpperCase()}_SECRET_KEY` };
  try {
    for await (const _ of provider.listDisputes(new Date())) break;
  } catch (error) {
    const isRefused = REFUSED_STATUSES.has(statusOf(error));
    log.warn({ err: error, provider: provider.name }, "the payment provider did not answer to the shop's key");
    return red(isRefused ? "refused" : "unreachable", facts);
  }
  return env.isTestMode ? amber(TEST_KEYS, facts) : green("ok", facts);
}

/** Sends a test mail to the requester. */
async function mail(ctx: Ctx, requester: Requester | undefined): Promise<Found | undefined> {
  if (!requester) return undefined;
  const { email: to, firstName, locale } = requester;
  const pen = penIn(ctx, locale);
  const notice = { message: "test-mail", firstName, email: to, newEmail: "", link: undefined } as const;
  const messageId = `test-mail.${ctx.random(8).toString("hex")}`;
  const sent = await ctx.mail.send({ to, messageId, ...(await renderMail(pen, accountNotice(pen, notice))) });
  if (sent.ok) return green();
  // The server's own codes are numbers.
  return /^\d/.test(sent.code) ? red("refused", { code: sent.code }) : red("unreachable");
}

/** Checks the DNS records of MAIL_FROM's domain that receivers look up. */
async function sender({ env, mailbox }: Ctx): Promise<Found> {
  if (mailbox) return green("demo");
  const domain = /@([^\s>]+)/.exec(env.mailFrom)?.[1] ?? "";
  const resolver = new Resolver(DNS);
  const textsAt = async (name: string) =>
    resolver.resolveTxt(name).then(
      (records) => records.map((parts) => parts.join("")),
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOTFOUND" || error.code === "ENODATA") return [];
        throw error;
      },
    );
  try {
    const [own, dmarc, dkim] = await Promise.all([
      textsAt(domain),
      textsAt(`_dmarc.${domain}`),
      env.dkimSelector === undefined ? undefined : textsAt(`${env.dkimSelector}._domainkey.${domain}`),
    ]);
    return judgeSender(domain, { domain: own, dmarc, dkim });
  } catch {
    return amber("unreachable", { domain });
  }
}

/** Whether pictures can be stored and read. */
async function storage({ media, log }: Ctx): Promise<Found> {
  try {
    await media.tryOut();
    return green();
  } catch (error) {
    log.warn({ err: error }, "the place for pictures does not work");
    return red("failed");
  }
}

/** Whether the randomness beacon answers and agrees with this machine's clock. */
async function beacon({ beacon, now }: Ctx): Promise<Found> {
  if (beacon.isDemo) return green("demo");
  const newest = await beacon.newestRound();
  if (!newest.ok) return red("unreachable");
  // A wrong clock prevents sealing, which would first show at the first draw.
  return clockFits(beacon.chain, newest.value, now()) ? green() : red("clock");
}

export const EXTERNAL_CHECKS = { mail, sender, storage, beacon } as const satisfies Readonly<Record<string, Check>>;
