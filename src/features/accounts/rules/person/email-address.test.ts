import { expect, it } from "vitest";
import { mailboxOf } from "./email-address.ts";

it.each([
  ["amelia@example.com", "amelia@example.com"],
  [" Amelia+1@Example.com", "amelia@example.com"],
  ["amelia+a+b@example.com", "amelia@example.com"],
  ["a.me.lia@example.com", "a.me.lia@example.com"],
  ["a.me.lia+1@gmail.com", "amelia@gmail.com"],
  ["amelia@googlemail.com", "amelia@gmail.com"],
  ["+1@example.com", "+1@example.com"],
])("%s belongs to the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
