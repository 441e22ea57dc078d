/** Help organisations. Sources: their own pages, and clause 1.8 of the UK's voluntary code. */
import { addMonths } from "#shared/dates/dates.ts";

/** `id` is the key of the sentence. `phone` is dialled within the United Kingdom. */
export type HelpOrganisation = { readonly id: HelpId; readonly phone?: string; readonly site?: string };

const ORGANISATIONS = [
  { id: "helpline", phone: "0808 8020 133", site: "https://www.gamcare.org.uk" },
  { id: "wales", phone: "0808 2819 265" },
  { id: "nhs", phone: "111", site: "https://www.nhs.uk/live-well/addiction-support/gambling-addiction/" },
  { id: "samaritans", phone: "116 123", site: "https://www.samaritans.org" },
  { id: "mind", phone: "0300 102 1234", site: "https://www.mind.org.uk" },
  { id: "debtline", phone: "0808 808 4000", site: "https://nationaldebtline.org" },
  { id: "advice", phone: "0800 144 8848", site: "https://www.citizensadvice.org.uk" },
  { id: "anonymous", phone: "0330 094 0322", site: "https://www.gamblersanonymous.org.uk" },
  { id: "therapy", site: "https://www.gamblingtherapy.org" },
] as const satisfies readonly { id: string; phone?: string; site?: string }[];

type HelpId = (typeof ORGANISATIONS)[number]["id"];

/** Organisations that help with gambling or debt, in the order of the page. */
export const HELP_ORGANISATIONS: readonly HelpOrganisation[] = ORGANISATIONS;

function phoneOf(id: HelpId): string {
  return HELP_ORGANISATIONS.find((each) => each.id === id)?.phone?.replaceAll(" ", "\u00a0") ?? "";
}

/** Phone numbers that texts mention, with no-break spaces. */
export const HELP_PHONES = {
  helpline: phoneOf("helpline"),
  wales: phoneOf("wales"),
  samaritans: phoneOf("samaritans"),
  debtline: phoneOf("debtline"),
} as const;

/** The single number for footers, mails and limits, with no-break spaces. */
export const HELPLINE = ORGANISATIONS[0].phone.replaceAll(" ", "\u00a0");

/** Subject of the alert that a check is due. */
export const HELP_ALERT = { type: "shop", id: "help" } as const;

/** Whether staff must check the phone numbers again: a year after the last check. */
export function isHelpOld(checkedAt: Date, now: Date): boolean {
  return addMonths(checkedAt, 12) <= now;
}

/** Whether staff are reminded of the check. A shop that never checked is reminded a month after opening. */
export function isHelpCheckDue(checkedAt: Date | undefined, openedAt: Date | undefined, now: Date): boolean {
  if (checkedAt) return isHelpOld(checkedAt, now);
  return openedAt !== undefined && addMonths(openedAt, 1) <= now;
}
