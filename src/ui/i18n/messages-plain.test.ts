import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import { describe, expect, it } from "vitest";
import { PACKS } from "#features/lotteries/rules/purchase/pricing.ts";
import { CAMPAIGN_TEMPLATES } from "#features/mail/rules/campaign-templates.ts";
import { EVERY_MAIL } from "#features/mail/server/mails/every-mail.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { faultsOf, gradeOf } from "./messages-plain.fixture.ts";
import { NAMESPACES, textsOf } from "./messages-texts.fixture.ts";
import { BY_CHANCE, NOT_BY_CHANCE } from "./not-by-chance.fixture.ts";

/** The ninth year at school: a reader of fourteen or fifteen. */
const HARDEST = 9;

const PAGES = NAMESPACES.filter((namespace) => !namespace.startsWith("admin"));

/** The notice of a message contains the visitor’s own words, and an answer has their subject. */
const OURS = EVERY_MAIL.filter(({ name }) => name !== "contact-notice" && name !== "conversation-answer");

describe.each(LOCALES)("in %s", (locale) => {
  it.each(NAMESPACES)("the texts of %s have no forbidden word and are well set", (namespace) => {
    const faults = [...textsOf(locale, namespace)].flatMap(([key, text]) =>
      faultsOf(text, locale).map((fault) => `${key}: ${fault}: ${text}`),
    );
    expect(faults).toEqual([]);
  });

  it.each(OURS.filter((mail) => mail.locale === locale).map((mail) => [mail.name, mail] as const))(
    "the mail %s has no forbidden word and is well set",
    async (_, mail) => {
      const { subject, text } = await mail.render();
      // A ticket’s line is its number and its tag, in columns.
      const lines = [subject, ...text.split("\n")].filter((line) => line !== "" && line !== "-- " && !/^CONC-\d/.test(line));
      expect(
        lines.flatMap((line) => faultsOf(line.trim().replace(/^- /, ""), locale).map((fault) => `${fault}: ${line}`)),
      ).toEqual([]);
    },
  );
});

it.each(LOCALES)("in the wording by chance nothing on a page or in a mail calls a draw anything else, in %s", (locale) => {
  const found = [...PAGES, "mails"].flatMap((namespace) =>
    [...textsOf(locale, namespace)].filter(([, text]) => NOT_BY_CHANCE[locale].test(text)).map(([key]) => `${namespace}.${key}`),
  );
  // `terms.chance` replaces it in that wording.
  expect([...new Set(found)].filter((key) => !key.startsWith("terms.game."))).toEqual([]);
  expect(found).toContain("terms.game.text.0");
});

it.each(LOCALES)("in the wording of skill nothing on a page or in a mail says that chance picks the winner, in %s", (locale) => {
  const found = [...PAGES, "mails"].flatMap((namespace) =>
    [...textsOf(locale, namespace)].filter(([, text]) => BY_CHANCE[locale].test(text)).map(([key]) => `${namespace}.${key}`),
  );
  // Shown in the other wording only.
  expect(found.filter((key) => !key.endsWith("ByChance") && !key.startsWith("terms.chance."))).toEqual([]);
  expect(found).toEqual(expect.arrayContaining(["lottery.trust.drawByChance", "mails.campaign.fixedByChance"]));
});

it.each(LOCALES)("no text states the number of tickets of a pack, which pages take from the price rule, in %s", (locale) => {
  const numbers = PACKS.map(({ quantity }) => quantity).join("|");
  const literal = new RegExp(`\\b(?:${numbers})\\s(?:tickets|entries|billets|participations)`);
  const found = [...NAMESPACES, "mails"].flatMap((namespace) =>
    [...textsOf(locale, namespace)].filter(([, text]) => literal.test(text)).map(([key]) => `${namespace}.${key}`),
  );
  expect(found).toEqual([]);
});

/** Every text at any depth, without functions, which fill in values. */
function textsIn(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

it("the campaigns’ own French has no forbidden word and is well set", () => {
  const lines = CAMPAIGN_TEMPLATES.flatMap(({ subject, content }) => [subject, ...content.split("\n")]).filter(Boolean);
  const faults = lines.flatMap((text) => faultsOf(text, "fr").map((fault) => `${fault}: ${text}`));
  expect(faults).toEqual([]);
});

it.each(LOCALES)("the payment simulator’s pages have no forbidden word and are well set, in %s", (locale) => {
  const faults = textsIn(PAGE_WORDS[locale]).flatMap((text) => faultsOf(text, locale).map((fault) => `${fault}: ${text}`));
  expect(faults).toEqual([]);
});

it.each(PAGES)("the English of %s is read with ease in the ninth year at school", (namespace) => {
  const grade = gradeOf([...textsOf("en", namespace).values()]);
  expect(grade, `reading grade of ${namespace}`).toBeLessThanOrEqual(HARDEST);
});

it.each(OURS.filter(({ locale }) => locale === "en").map((mail) => [mail.name, mail] as const))(
  "the English of the mail %s is read with ease in the ninth year at school",
  async (_, mail) => {
    const [body = ""] = (await mail.render()).text.split("-- \n");
    expect(gradeOf(body.split("\n"))).toBeLessThanOrEqual(HARDEST);
  },
);

describe("a planted fault is found", () => {
  it.each([
    ["en", "You log in first, and come back to these tickets.", "“log in”: write sign in, sign out"],
    ["en", "Your E-mail", "“E-mail”: write email"],
    [
      "en",
      "Money that buys no ticket goes back to you by itself.",
      "“by itself”: write say who acts: we refund you automatically",
    ],
    ["en", "The shop cannot reach its books", "“its books”: write nothing of the machinery: our records"],
    ["en", "Numbers dealt so far", "“dealt”: write issued, cancelled, released"],
    ["en", "It isn't here", "a straight quote or apostrophe"],
    ["en", "Loading...", "three dots for …"],
    ["en", "Two  spaces", "a space too many"],
    ["fr", "Titre: Valmont", "no no-break space before : ; ! ? % € £ »"],
    ["fr", "Merci !", "no no-break space before : ; ! ? % € £ »"],
    ["fr", "« Bonjour\u00a0»", "no no-break space after «"],
    ["fr", "Il y a 4 000 tickets", "a number that can break"],
    ["fr", "Fin des ventes à minuit", "“minuit”: write à 23 h 59 (heure de Londres)"],
    ["fr", "Un email de test vous a été envoyé.", "“email”: write e-mail"],
    ["fr", "Désigné par la balise publique d’aléa", "“balise”: write nombre aléatoire public"],
  ] as const)("in %s: %s", (locale, text, fault) => {
    expect(faultsOf(text, locale)).toContain(fault);
  });

  it("in a page that is hard to read, and not in an easy one", () => {
    const hard =
      "Notwithstanding the aforementioned stipulations, participants acknowledge irrevocable responsibility for the accuracy of submitted documentation.";
    expect(gradeOf([hard])).toBeGreaterThan(HARDEST);
    expect(gradeOf(["You pay on a secure page.", "We never see your card."])).toBeLessThan(5);
  });

  it("but not in a sentence of the specification", () => {
    expect(faultsOf("Erreur lors de l'envoi du message", "fr")).toEqual([]);
    expect(faultsOf("Checking permissions...", "en")).toEqual([]);
  });
});
