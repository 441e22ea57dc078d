import { describe, expect, it } from "vitest";
import { isSamePerson, ownerOfCard } from "./same-person.ts";

const zoe = { firstName: "Zoë", lastName: "Dûpont-Hart", birthDate: "1990-05-17" };

describe("two are one person", () => {
  it.each([
    ["in capitals and without accents", { firstName: "ZOE", lastName: "DUPONT HART" }, true],
    ["without a hyphen", { lastName: "Dûpont Hart" }, true],
    ["with another first name", { firstName: "Paul" }, false],
    ["with an initial only", { firstName: "Z." }, false],
    ["born on another day", { birthDate: "1990-05-18" }, false],
    ["without a birth date", { birthDate: null }, false],
  ])("%s: %j is %s", (_case, change, same) => {
    expect(isSamePerson(zoe, { ...zoe, ...change })).toBe(same);
  });
  it("not without a birth date", () => {
    expect(isSamePerson({ ...zoe, birthDate: null }, { ...zoe, birthDate: null })).toBe(false);
  });
});

describe("a postal entry card belongs", () => {
  const confirmed = { ...zoe, id: "confirmed", isConfirmed: true, hasPassword: true };
  const unconfirmed = { ...zoe, id: "unconfirmed", isConfirmed: false, hasPassword: true };
  const byPost = { ...zoe, id: "by post", isConfirmed: false, hasPassword: false };
  /** First and last name are swapped. */
  const swapped = { ...unconfirmed, id: "swapped", firstName: zoe.lastName, lastName: zoe.firstName };
  /** Entered by post, and later opened an account at another address, which shows the postal entries. */
  const byPostWithAccount = { ...byPost, joinedTo: "moved account" };
  const sharesMailbox = { ...confirmed, id: "shares mailbox", firstName: "Paul" };
  it.each([
    ["to the confirmed account", [byPost, confirmed], "confirmed", ["by post"]],
    ["to an earlier postal entrant", [unconfirmed, byPost], "by post", ["unconfirmed"]],
    ["to a new person, if the account is unconfirmed", [unconfirmed], undefined, ["unconfirmed"]],
    ["to a new person, if an account has the name in another order", [swapped], undefined, ["swapped"]],
    ["to an earlier postal entrant with an account at another address", [byPostWithAccount], "by post", ["moved account"]],
    ["to a new person, if the mailbox is shared", [sharesMailbox], undefined, []],
    ["to a new person at a new address", [], undefined, []],
  ])("%s", (_case, peopleAtAddress, own, duplicates) => {
    const found = ownerOfCard(peopleAtAddress, zoe);
    expect([found.own?.id, found.duplicates]).toEqual([own, duplicates]);
  });
});
