import { describe, expect, it } from "vitest";
import { isSamePerson, ownerOfCard } from "./same-person.ts";

const zoe = { firstName: "Zoë", lastName: "Dûpont-Hart", birthDate: "1990-05-17" };

describe("two are one person", () => {
  it.each([
    ["in capitals and without accents", { firstName: "ZOE", lastName: "DUPONT HART" }, true],
    ["with a hyphen less", { lastName: "Dûpont Hart" }, true],
    ["with another first name", { firstName: "Paul" }, false],
    ["with an initial only", { firstName: "Z." }, false],
    ["born on another day", { birthDate: "1990-05-18" }, false],
    ["of unknown birth", { birthDate: null }, false],
  ])("%s: %j is %s", (_case, change, same) => {
    expect(isSamePerson(zoe, { ...zoe, ...change })).toBe(same);
  });
  it("not without a birth date", () => {
    expect(isSamePerson({ ...zoe, birthDate: null }, { ...zoe, birthDate: null })).toBe(false);
  });
});

describe("a card belongs", () => {
  const confirmed = { ...zoe, id: "confirmed", isConfirmed: true, hasPassword: true };
  const thief = { ...zoe, id: "thief", isConfirmed: false, hasPassword: true };
  const byPost = { ...zoe, id: "by post", isConfirmed: false, hasPassword: false };
  const turned = { ...thief, id: "turned", firstName: zoe.lastName, lastName: zoe.firstName };
  const moved = { ...byPost, joinedTo: "moved account" };
  const husband = { ...confirmed, id: "husband", firstName: "Paul" };
  it.each([
    ["to the confirmed account", [byPost, confirmed], "confirmed", ["by post"]],
    ["to who came by post before", [thief, byPost], "by post", ["thief"]],
    ["to nobody yet, where an account is not confirmed", [thief], undefined, ["thief"]],
    ["to nobody yet, where an account has the name the other way round", [turned], undefined, ["turned"]],
    ["to who came by post before, and has an account with another address", [moved], "by post", ["moved account"]],
    ["to nobody yet, where the mailbox is shared", [husband], undefined, []],
    ["to nobody yet, where nobody is there", [], undefined, []],
  ])("%s", (_case, reached, own, duplicates) => {
    const found = ownerOfCard(reached, zoe);
    expect([found.own?.id, found.duplicates]).toEqual([own, duplicates]);
  });
});
