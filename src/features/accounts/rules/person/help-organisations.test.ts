import { describe, expect, it } from "vitest";
import footerEn from "../../../../../public/locales/en/footer.json" with { type: "json" };
import termsEn from "../../../../../public/locales/en/terms.json" with { type: "json" };
import footerFr from "../../../../../public/locales/fr/footer.json" with { type: "json" };
import termsFr from "../../../../../public/locales/fr/terms.json" with { type: "json" };
import { HELP_ORGANISATIONS, HELPLINE, isHelpOld } from "./help-organisations.ts";

const NAMED_BY_THE_CODE = ["www.citizensadvice.org.uk", "nationaldebtline.org", "www.samaritans.org", "www.mind.org.uk"];

describe("the help organisations", () => {
  it("include all that the code of practice names", () => {
    const hosts = HELP_ORGANISATIONS.flatMap(({ site }) => (site === undefined ? [] : new URL(site).hostname));
    expect(hosts).toEqual(expect.arrayContaining(NAMED_BY_THE_CODE));
  });

  it("have a contact each, and none is the charity that closed in March 2026", () => {
    for (const { id, phone, site } of HELP_ORGANISATIONS) {
      expect(phone ?? site, id).toBeDefined();
      expect(site ?? "", id).not.toMatch(/gambleaware/i);
    }
  });

  it("are due to be checked again after a year, to the day", () => {
    const checkedAt = new Date("2026-11-22T10:00:00Z");
    expect(isHelpOld(checkedAt, new Date("2027-11-21T12:00:00Z"))).toBe(false);
    expect(isHelpOld(checkedAt, new Date("2027-11-22T12:00:00Z"))).toBe(true);
  });

  it("have the same number in texts that cannot read this list", () => {
    for (const text of [footerEn.adults, footerFr.adults, ...[termsEn, termsFr].map((terms) => terms.play.text.join(" "))])
      expect(text).toContain(HELPLINE);
  });
});
