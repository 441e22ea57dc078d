/**
 * The four templates of campaigns, in French; in English if French is switched off. Source: specification,
 * section 3.
 */
import { offerEnd, VIP_OFFER } from "#features/lotteries/rules/purchase/promotion.ts";
import type { OwnLocale } from "#shared/language/locale.ts";
import { isInUse } from "#shared/language/own-languages.ts";
import { findRefusedPhrase, type PhraseFault, type RefusedPhrase } from "./advertising-words.ts";
import { fillIn, PLACEHOLDERS, type PlaceholderName, type PlaceholderValues, placeholdersIn } from "./placeholders.ts";

export const CAMPAIGN_TEMPLATE_IDS = ["lottery-launch", "lottery-ending-soon", "weekly-update", "vip-offer"] as const;
export type CampaignTemplateId = (typeof CAMPAIGN_TEMPLATE_IDS)[number];

/** `content`: plain text with blank lines between paragraphs, the first of which is the heading. */
export type CampaignTemplate = {
  readonly id: CampaignTemplateId;
  readonly name: string;
  readonly description: string;
  readonly subject: string;
  readonly content: string;
};

/** In characters, as `LONGEST_CONTENT`. */
export const LONGEST_SUBJECT = 150;
export const LONGEST_CONTENT = 5000;

const OFF = `${VIP_OFFER.percentOff} %`;

export const CAMPAIGN_TEMPLATES: readonly CampaignTemplate[] = [
  {
    id: "lottery-launch",
    name: "Lancement de loterie",
    description: "Un nouveau tirage ouvre",
    subject: "{{lotteryTitle}} : un nouveau tirage est ouvert",
    content: `{{lotteryImage}}

Bonjour {{firstName}}, un nouveau tirage est ouvert

{{lotteryTitle}}, d’une valeur de {{prizeValue}}, cherche son prochain garage. Le ticket coûte {{ticketPrice}}.

Il vous reste {{daysUntilEnd}} pour choisir vos tickets. Le tirage au sort est public, et chacun peut en vérifier la preuve.`,
  },
  {
    id: "lottery-ending-soon",
    name: "Fin imminente",
    description: "Le tirage se termine bientôt",
    subject: "{{lotteryTitle}} : fin des ventes dans {{daysUntilEnd}}",
    content: `{{lotteryImage}}

Bonjour {{firstName}}, le tirage se termine dans {{daysUntilEnd}}

Les ventes du tirage « {{lotteryTitle}} » se terminent bientôt. Le lot vaut {{prizeValue}}, et le ticket coûte {{ticketPrice}}.

Après le dernier courrier, nous scellons la liste en public : plus personne ne peut y ajouter de numéro ni en retirer. Si vous comptiez participer, c’est le moment ; sinon, d’autres tirages suivront.`,
  },
  {
    id: "weekly-update",
    name: "Actualité de la semaine",
    description: "Les tirages en cours",
    subject: "Les tirages de la semaine",
    content: `Bonjour {{firstName}}, voici les tirages de la semaine

À la une : {{lotteryTitle}}, d’une valeur de {{prizeValue}}, avec un ticket à {{ticketPrice}}. Ce tirage se termine dans {{daysUntilEnd}}.

{{activeLotteries}}

Chaque tirage au sort est public, et chacun peut en vérifier la preuve.`,
  },
  {
    id: "vip-offer",
    name: "Offre VIP",
    description: `${OFF} avec un code promotionnel`,
    subject: `Votre offre VIP : ${OFF} de réduction sur vos tickets`,
    content: `{{lotteryImage}}

Bonjour {{firstName}}, ${OFF} de réduction pour vous

Avec le code {{promoCode}}, profitez de ${OFF} de réduction sur votre prochaine commande, par exemple pour {{lotteryTitle}}, d’une valeur de {{prizeValue}}, dont le ticket coûte {{ticketPrice}}.

Le code n’est valable qu’une fois par personne, jusqu’au {{promoExpiry}} inclus.`,
  },
];

/** Subject and content in English. Names and descriptions belong to the screen, which stays French. */
const ENGLISH: Readonly<Record<CampaignTemplateId, Pick<CampaignTemplate, "subject" | "content">>> = {
  "lottery-launch": {
    subject: "{{lotteryTitle}}: a new draw is open",
    content: `{{lotteryImage}}

Hello {{firstName}}, a new draw is open

{{lotteryTitle}}, worth {{prizeValue}}, is looking for its next garage. A ticket costs {{ticketPrice}}.

You have {{daysUntilEnd}} to choose your tickets. The draw is public, and its proof can be checked by all.`,
  },
  "lottery-ending-soon": {
    subject: "{{lotteryTitle}}: sales close in {{daysUntilEnd}}",
    content: `{{lotteryImage}}

Hello {{firstName}}, the draw ends in {{daysUntilEnd}}

Sales for “{{lotteryTitle}}” close soon. The prize is worth {{prizeValue}}, and a ticket costs {{ticketPrice}}.

After the last post we seal the list in public: no number can then be added or removed. If you meant to enter, now is the time; if not, other draws will follow.`,
  },
  "weekly-update": {
    subject: "This week’s draws",
    content: `Hello {{firstName}}, here are this week’s draws

In front: {{lotteryTitle}}, worth {{prizeValue}}, with a ticket at {{ticketPrice}}. This draw ends in {{daysUntilEnd}}.

{{activeLotteries}}

Each draw is public, and its proof can be checked by all.`,
  },
  "vip-offer": {
    subject: `Your VIP offer: ${VIP_OFFER.percentOff}% off your tickets`,
    content: `{{lotteryImage}}

Hello {{firstName}}, ${VIP_OFFER.percentOff}% off for you

With the code {{promoCode}} you get ${VIP_OFFER.percentOff}% off your next order, for example for {{lotteryTitle}}, worth {{prizeValue}}, whose ticket costs {{ticketPrice}}.

The code works once for each person, up to and including {{promoExpiry}}.`,
  },
};

/** French, as specified, unless it is switched off. */
export function campaignLocale(): OwnLocale {
  return isInUse("fr") ? "fr" : "en";
}

/** The templates in the language of campaigns. */
export function campaignTemplates(): readonly CampaignTemplate[] {
  if (campaignLocale() === "fr") return CAMPAIGN_TEMPLATES;
  return CAMPAIGN_TEMPLATES.map((template) => ({ ...template, ...ENGLISH[template.id] }));
}

/** The template with this id. */
export function findCampaignTemplate(id: string): CampaignTemplate | undefined {
  return CAMPAIGN_TEMPLATES.find((template) => template.id === id);
}

/** Why a text cannot be sent. `words_…`: it contains a banned phrase. */
export type CampaignTextProblem =
  | "subject_missing"
  | "content_missing"
  | "too_long"
  | "unknown_placeholder"
  | `words_${PhraseFault}`;

/** Placeholders that only a mail with a code can fill in. */
const CODE_PLACEHOLDERS: readonly PlaceholderName[] = ["promoCode", "promoExpiry"];

/** Why a text cannot be sent; undefined if it can. */
export function checkCampaignText(draft: {
  readonly template: string;
  readonly subject: string;
  readonly content: string;
}): CampaignTextProblem | undefined {
  if (draft.subject.trim() === "") return "subject_missing";
  if (draft.content.trim() === "") return "content_missing";
  if (draft.subject.length > LONGEST_SUBJECT || draft.content.length > LONGEST_CONTENT) return "too_long";
  const known = [draft.subject, draft.content].flatMap(placeholdersIn);
  const isUnknown = known.some(
    (name) => name === undefined || (CODE_PLACEHOLDERS.includes(name) && draft.template !== "vip-offer"),
  );
  if (isUnknown) return "unknown_placeholder";
  const refused = findRefusedIn(draft);
  return refused && `words_${refused.fault}`;
}

/** All placeholders empty. */
const NOTHING = Object.fromEntries(PLACEHOLDERS.map((name) => [name, ""])) as PlaceholderValues;

/**
 * The first banned phrase of subject and content. Also checked with empty placeholders, as a picture or a
 * missing name leaves them.
 */
export function findRefusedIn(draft: { readonly subject: string; readonly content: string }): RefusedPhrase | undefined {
  const texts = [draft.subject, draft.content].flatMap((text) => [text, fillIn(text, NOTHING)]);
  return texts.map(findRefusedPhrase).find((refused) => refused !== undefined);
}

/** A sample of the campaign's code, for previews before there is one. */
export function samplePromotion(now: Date): { readonly code: string; readonly percentOff: number; readonly expiresAt: Date } {
  return { code: "VIP-XXXX-XXXX", percentOff: VIP_OFFER.percentOff, expiresAt: offerEnd(now, VIP_OFFER.days) };
}
