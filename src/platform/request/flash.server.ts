/** A message that survives one redirect: set by an action, shown once by the next page, which deletes it. */
import type { Locale } from "#shared/language/locale.ts";
import { FLASH_COOKIE, type Flash } from "#shared/me.ts";
import type { Ctx } from "../ctx.server.ts";

/** The messages. The cookie carries a name, not a text, so that no text can be injected. */
const MESSAGES = {
  welcomeBack: { tone: "success", text: "auth:welcomeBack" },
  accountCreated: { tone: "success", text: "auth:accountCreated" },
  passwordReset: { tone: "success", text: "auth:resetPassword.success" },
  factorOff: { tone: "success", text: "auth:factor.turnedOff" },
  browsersForgotten: { tone: "success", text: "auth:factor.forgotten" },
  deviceEnded: { tone: "success", text: "auth:devices.ended" },
  devicesEnded: { tone: "success", text: "auth:devices.othersEnded" },
  profileUpdateSuccess: { tone: "success", text: "profile:profileUpdateSuccess" },
  passwordUpdateSuccess: { tone: "success", text: "profile:passwordUpdateSuccess" },
  emailChangeSent: { tone: "success", text: "profile:emailChangeSent" },
  choiceSaved: { tone: "success", text: "profile:choiceSaved" },
  deleteSuccess: { tone: "success", text: "profile:deleteSuccess" },
  holdReleased: { tone: "success", text: "common:holds.released" },
  holdKept: { tone: "error", text: "common:holds.kept" },
  queueLeft: { tone: "success", text: "queue:leave.done" },
  lotteryCreated: { tone: "success", text: "admin-lotteries:lotteries.created" },
  lotteryUpdated: { tone: "success", text: "admin-lotteries:lotteries.updated" },
  prizeImproved: { tone: "success", text: "admin-lotteries:improve.done" },
  lotteryCancelled: { tone: "success", text: "admin-lotteries:lotteries.cancelled" },
  lotteryCancelProposed: { tone: "success", text: "admin-approvals:approvals.asked" },
  lotteryImageLeft: { tone: "error", text: "admin-lotteries:lotteries.deleteImageFailed" },
} as const;
export type FlashName = keyof typeof MESSAGES;

/** Enough for a redirect, too short to appear later elsewhere. */
const SECONDS = 60;

/** The `Set-Cookie` header that shows a message on the next page, whose script requests the text. */
export function flashCookie(name: FlashName): string {
  return `${FLASH_COOKIE}=${name}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`;
}

/** The message of a `Cookie` header, if any. */
export function readFlash({ messages }: Pick<Ctx, "messages">, locale: Locale, cookie: string | null): Flash | undefined {
  const value = /(?:^|;\s*)flash=([A-Za-z]+)/.exec(cookie ?? "")?.[1];
  if (value === undefined || !isFlashName(value)) return undefined;
  const { tone, text } = MESSAGES[value];
  return { id: value, tone, text: messages[locale].t(text) };
}

function isFlashName(value: string): value is FlashName {
  return Object.hasOwn(MESSAGES, value);
}
