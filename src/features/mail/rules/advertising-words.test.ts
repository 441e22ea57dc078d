import { describe, expect, it } from "vitest";
import { findRefusedPhrase } from "./advertising-words.ts";
import { CAMPAIGN_TEMPLATES, checkCampaignText, findRefusedIn } from "./campaign-templates.ts";

describe("advertising", () => {
  it.each([
    ["LAST  CHANCE to enter", "last chance", "pressure"],
    ["Hurry!", "hurry", "pressure"],
    ["Der­nière chance", "derniere chance", "pressure"],
    ["Dépêchez-vous", "depechez", "pressure"],
    ["Ne manquez pas ce tirage", "ne manquez", "pressure"],
    ["A risk‑free ticket", "risk-free", "risk"],
    ["Sans risque", "sans risque", "risk"],
    ["You’ll win a car", "you'll win", "promise"],
    ["Vous allez gagner", "vous allez gagner", "promise"],
    ["Enter our competition", "competition", "chance"],
    ["Notre jeu-concours", "jeu-concours", "chance"],
    ["This is not gambling", "not gambling", "claim"],
    ["Signataire du code", "signataire", "claim"],
    ["La\ue000st\u0001 chance", "last chance", "pressure"],
  ])("may not say %s", (text, phrase, fault) => {
    expect(findRefusedPhrase(text)).toEqual({ phrase, fault });
    const draft = { template: "weekly-update", subject: "Bonjour", content: text };
    expect(checkCampaignText(draft)).toBe(`words_${fault}`);
    expect(checkCampaignText({ ...draft, subject: text, content: "Bonjour" })).toBe(`words_${fault}`);
  });

  it.each(["Der{{lotteryImage}}nière chance", "Dernière{{firstName}} chance", "Dernière {{ activeLotteries }} chance"])(
    "may not say %s, whose placeholders stand for nothing",
    (subject) => {
      const draft = { template: "weekly-update", subject, content: "Bonjour" };
      expect(checkCampaignText(draft)).toBe("words_pressure");
      expect(findRefusedIn(draft)).toEqual({ phrase: "derniere chance", fault: "pressure" });
    },
  );

  it.each([
    "Concours vous écrit",
    "You could win",
    "Vous pourriez gagner",
    "Fin des ventes le 4 décembre",
    "Invitez un ami",
    "Le tirage se fait au hasard",
  ])("may say %s", (text) => expect(findRefusedPhrase(text)).toBeUndefined());

  it.each(CAMPAIGN_TEMPLATES)("begins with texts that may be sent: $id", ({ id, subject, content }) => {
    expect(checkCampaignText({ template: id, subject, content })).toBeUndefined();
  });
});
