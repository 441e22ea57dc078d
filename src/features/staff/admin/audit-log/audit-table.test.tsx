import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { FACT_LIST } from "#features/lotteries/rules/fields/facts.ts";
import { STOP_REASONS } from "#features/mail/rules/campaign.ts";
import { messagesFolder, readMessages } from "#platform/messages.server.ts";
import { auditValueKey, isAuditField } from "../../rules/audit-fields.ts";
import { AuditTable } from "./audit-table.tsx";

const words = readMessages(messagesFolder());
type Change = Parameters<typeof AuditTable>[0]["changes"][number];

const CHANGE = {
  ...{ id: "1", at: new Date("2026-11-26T12:00:00Z"), actor: "Zoé", actorId: undefined, action: "order.refund" },
  ...{ subjectType: "order", subjectId: "2", subjectName: undefined, hash: undefined, reason: undefined },
  before: { sales_state: "open", role: "read-only", expires_at: null },
  after: {
    sales_state: "closing",
    role: "owner",
    amount_pence: 5998,
    alone: true,
    expires_at: "2026-12-24T23:59:00.000Z",
    of_tomorrow: "x",
    state: "void",
    asked: "email",
    because: "keeper_gone",
  },
} satisfies Change;

it.for(["en", "fr"] as const)("in %s", (language) => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={words[language]}>
      <MemoryRouter>
        <AuditTable changes={[CHANGE]} empty="" />
      </MemoryRouter>
    </I18nextProvider>,
  );
  const text = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  const expected =
    language === "fr"
      ? [
          "Ouvertes → Après En cours de clôture",
          "Lecture seule → Après Propriétaire",
          "Ventes :",
          "Montant : ",
          "59,98",
          "Personne d’autre ne pouvait confirmer :",
          "Oui",
          "24 déc. 2026",
          "of_tomorrow :",
          "Retirée du tirage",
          "Demande reçue :",
          "La personne qui l’a réglé n’en a plus le droit",
        ]
      : [
          "Open → After Closing",
          "Read only → After Owner",
          "Sales:",
          "Amount:",
          "£59.98",
          "No one else could confirm it:",
          "Yes",
          "24 Dec 2026",
          "of_tomorrow:",
          "Withdrawn from the draw",
          "How they asked:",
          "Whoever set it up may no longer do so",
        ];
  for (const each of expected) expect(text).toContain(each);
  expect(text).not.toMatch(/sales_state|closing|read-only|amount_pence|2026-12-24T/);
});

/** Values of other fields of that name. */
const NOT_LOGGED = ["disputed", "chargedBack"];

/** Of literals only. Lists are tested where they are defined. */
it("has a word for each name that the shop writes", () => {
  const written = globSync("src/**/*.ts", { exclude: (name) => /\.(test|fixture)\./.test(name) }).flatMap((name) => {
    const text = readFileSync(name, "utf8");
    if (!text.includes("recordChange(")) return [];
    return [...text.matchAll(/\b(?:before|after|details)(?:: | = )\{([^{}]*)\}/g)].flatMap(([, inside = ""]) =>
      [...inside.matchAll(/(?:^|[,{(]\s*)(\w+)(?=\s*(?:[:,]|$))/g)].flatMap(([, field]) => field ?? []),
    );
  });
  expect(written.length).toBeGreaterThan(40);
  expect([...new Set(written)].filter((field) => !isAuditField(field))).toEqual(NOT_LOGGED);
});

it("has a word for each field of a draw", () => {
  const fields = FACT_LIST.flatMap(([, { shape }]) => Object.keys(shape));
  expect(fields.filter((field) => !isAuditField(field))).toEqual([]);
});

it("has a word for each reason why a job stops a campaign", () => {
  expect(STOP_REASONS.filter((reason) => auditValueKey("because", reason) === undefined)).toEqual([]);
});
