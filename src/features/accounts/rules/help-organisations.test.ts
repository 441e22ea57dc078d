import { describe, expect, it } from "vitest";
import { HELP_ORGANISATIONS } from "./help-organisations.ts";

const NAMED_BY_THE_CODE = ["www.citizensadvice.org.uk", "nationaldebtline.org", "www.samaritans.org", "www.mind.org.uk"];

describe("the organisations that help", () => {
  it("include every one that the code of practice names", () => {
    const hosts = HELP_ORGANISATIONS.flatMap(({ site }) => (site === undefined ? [] : new URL(site).hostname));
    expect(hosts).toEqual(expect.arrayContaining(NAMED_BY_THE_CODE));
  });

  it("can each be reached, and none is the charity that closed in March 2026", () => {
    for (const { id, phone, site } of HELP_ORGANISATIONS) {
      expect(phone ?? site, id).toBeDefined();
      expect(site ?? "", id).not.toMatch(/gambleaware/i);
    }
  });
});
