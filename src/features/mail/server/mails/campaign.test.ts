/** Campaign mails: content, escaping, and one rendering for all readers. */
import { describe, expect, it } from "vitest";
import { guessFacts } from "#features/lotteries/rules/fields/facts.ts";
import { newFields } from "#features/lotteries/rules/fields/lottery-fields.ts";
import type { Lottery } from "#features/lotteries/rules/lottery.ts";
import { pence } from "#shared/money/money.ts";
import { CAMPAIGN_TEMPLATES, findCampaignTemplate, samplePromotion } from "../../rules/campaign-templates.ts";
import { type Campaign, prepareCampaign } from "./campaign.ts";
import { penSource } from "./every-mail.fixture.ts";

const NOW = new Date("2026-11-22T16:18:00Z");
const reader = { firstName: "Amelia", unsubscribeUrl: "https://concours.example/mail-preferences?token=a.b&x=1" };

function lottery(change: Partial<Lottery> = {}): Lottery {
  return {
    ...guessFacts(newFields("2026-11-01"), "2026-11-01"),
    id: "0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11",
    shortNumber: 42,
    title: { en: "Valmont GT-10", fr: undefined },
    pricePerTicket: pence(2999),
    priceValue: pence(14_800_000),
    ticketsAvailable: 6000,
    freeEntries: 0,
    ticketsSold: 3918,
    ticketsHeld: 0,
    status: "active",
    salesState: "open",
    endDate: "2026-12-04",
    opensAt: new Date("2026-11-01T00:00:00Z"),
    closesAt: new Date("2026-12-05T00:00:00Z"),
    takesFreeEntries: true,
    heldByNewcomers: 0,
    cancellation: undefined,
    queue: undefined,
    images: [
      {
        id: "1",
        displayOrder: 0,
        picture: {
          url: `/media/${"a1".repeat(16)}`,
          width: 1600,
          height: 1000,
          widths: [480, 800, 1200, 1600],
          placeholder: "data:image/webp;base64,AA==",
        },
      },
    ],
    winnerId: undefined,
    winnerPhotoUrl: undefined,
    createdAt: NOW,
    ...change,
  };
}

const second = lottery({
  id: "1b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a12",
  title: { en: "Silver saloon", fr: "Berline argentée" },
  pricePerTicket: pence(499),
  priceValue: pence(3_999_950),
  closesAt: new Date("2026-11-23T00:00:00Z"),
  images: [],
});

function campaign(id: string, change: Partial<Campaign> = {}): Campaign {
  const template = findCampaignTemplate(id);
  if (!template) throw new Error(id);
  return {
    template: template.id,
    subject: template.subject,
    content: template.content,
    lottery: lottery(),
    activeLotteries: [lottery(), second],
    ...(id === "vip-offer" && { promotion: { ...samplePromotion(NOW), code: "VIP-7KQM-R2XD" } }),
    now: NOW,
    ...change,
  };
}
const written = async (id: string, change: Partial<Campaign> = {}, to = reader) =>
  (await prepareCampaign(penSource, campaign(id, change)))(to);

it.each([
  ["in French", "skill", "18+. Un nombre aléatoire public désigne chaque gagnant."],
  ["in English", "skill", "18+. A public random number picks each winner."],
  ["in French", "by-chance", "18+. Les gagnants sont tirés au sort."],
  ["in English", "by-chance", "18+. Winners are drawn by chance."],
] as const)(
  "every campaign has the fixed line %s (%s), with free entries and helplines, whatever was typed",
  async (_, wording, line) => {
    for (const { id } of CAMPAIGN_TEMPLATES)
      for (const change of [{}, { subject: "x", content: "x" }, { lottery: lottery({ takesFreeEntries: false }) }]) {
        const { html, text } = (
          await prepareCampaign({ ...penSource, env: { isTestMode: false, wording } }, campaign(id, change))
        )(reader);
        const plain = html.replaceAll(/<[^>]+>/g, "");
        for (const part of [plain, text.replaceAll(/\n(?!\n)/g, " ")]) {
          expect(part).toContain(line);
          expect(part).toContain("0808\u00a08020\u00a0133");
        }
        for (const part of [html, text])
          expect(part.split("https://concours.example/enter-free").length - 1).toBeGreaterThanOrEqual(2);
      }
  },
);

describe.each(CAMPAIGN_TEMPLATES.map(({ id }) => id))("%s", (id) => {
  it("keeps mail servers' limits, is French, loads no external content, and has an unsubscribe link", async () => {
    const { subject, html, text } = await written(id);
    for (const part of [html, text]) {
      expect(Math.max(...part.split("\n").map((line) => Buffer.byteLength(line)))).toBeLessThan(998);
      for (const wrong of ["undefined", "NaN", "[object", "null", "{{", "\ue000", "\u202f"]) expect(part).not.toContain(wrong);
      for (const must of ["Bonjour Amelia,", "Example Cars Ltd", "01234567", "Valmont GT-10"]) expect(part).toContain(must);
    }
    expect(subject).toMatch(/^\S.{5,90}\S$/);
    expect(html).toMatch(/<html[^>]* lang="fr"/);
    expect(html).toContain('content="light dark"');
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g))
      expect(address).toMatch(/^https:\/\/concours\.example(\/|$)/);
    expect(html).not.toMatch(/<script|<link|<form|url\(|@import/);
    expect(html.match(/<img /g)).toHaveLength(html.match(/<img [^>]*alt="/g)?.length ?? 0);
    // Gmail clips mails beyond 102 kB.
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(html).toContain('href="https://concours.example/mail-preferences?token=a.b&amp;x=1"');
    expect(text).toContain("Se désabonner en un clic\u00a0: https://concours.example/mail-preferences?token=a.b&x=1\n");
  });

  it("leads to the draw and to all draws", async () => {
    const { html, text } = await written(id);
    for (const part of [html, text]) {
      expect(part).toContain("https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11");
      expect(part).toContain("https://concours.example/prize");
    }
  });

  it("greets readers without a name, too", async () => {
    const { html, text } = await written(id, {}, { ...reader, firstName: "" });
    for (const part of [html, text]) expect(part).toContain("Bonjour, ");
  });
});

/** The end of all campaigns. */
const FOOT = `

Une question avant le paiement. Jouez pour le plaisir, et selon vos moyens.

18+. Un nombre aléatoire public désigne chaque gagnant. Aide gratuite, en anglais : 0808 8020 133.
Participer gratuitement par courrier, avec les mêmes chances : https://concours.example/enter-free

18+. A public random number picks each winner. Free help: 0808 8020 133.
Enter free by post, with the same chance : https://concours.example/enter-free

--${" "}
Vous recevez ce message parce que vous avez demandé à recevoir nos e-mails. Une question ? Écrivez à help@concours.example.
Example Cars Ltd, 1 Example Street, EX1 1EX
Société nº 01234567. Immatriculée en Angleterre et au pays de Galles. Réservé aux personnes de 18 ans et plus.
Si jouer n’est plus un plaisir, appelez la National Gambling Helpline, gratuite à toute heure, en anglais : 0808 8020 133.
Se désabonner en un clic : https://concours.example/mail-preferences?token=a.b&x=1
`;

function withoutFoot(text: string): string {
  const plain = text.replaceAll("\u00a0", " ");
  expect(plain.slice(-FOOT.length)).toBe(FOOT);
  return plain.slice(0, -FOOT.length);
}

describe("the text of campaigns", () => {
  it("for a new draw", async () => {
    const { subject, text } = await written("lottery-launch");
    expect(subject).toBe("Valmont GT-10\u00a0: un nouveau tirage est ouvert");
    expect(withoutFoot(text)).toMatchInlineSnapshot(`
      "Bonjour Amelia, un nouveau tirage est ouvert

      Valmont GT-10, d’une valeur de 148 000 £, cherche son prochain garage. Le ticket coûte 29,99 £ (ou gratuit par courrier).

      Il vous reste environ 12 jours pour choisir vos tickets. Le tirage au sort est public, et chacun peut en vérifier la preuve.

      Valeur du lot : 148 000 £
      Prix du ticket : 29,99 £, ou gratuit par courrier
      Fin des ventes : 4 décembre 2026 à 23 h 59 (heure de Londres)
      Courrier reçu jusqu’au : 11 décembre 2026
      Tirage à partir du : 12 décembre 2026

      Participer au tirage : https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11
      Voir tous les tirages : https://concours.example/prize"
    `);
  });

  it("for a draw that ends soon", async () => {
    const { subject, text } = await written("lottery-ending-soon");
    expect(subject).toBe("Valmont GT-10\u00a0: fin des ventes dans environ 12\u00a0jours");
    expect(withoutFoot(text)).toMatchInlineSnapshot(`
      "Bonjour Amelia, le tirage se termine dans environ 12 jours

      Les ventes du tirage « Valmont GT-10 » se terminent bientôt. Le lot vaut 148 000 £, et le ticket coûte 29,99 £ (ou gratuit par courrier).

      Après le dernier courrier, nous scellons la liste en public : plus personne ne peut y ajouter de numéro ni en retirer. Si vous comptiez participer, c’est le moment ; sinon, d’autres tirages suivront.

      Valeur du lot : 148 000 £
      Prix du ticket : 29,99 £, ou gratuit par courrier
      Fin des ventes : 4 décembre 2026 à 23 h 59 (heure de Londres)
      Courrier reçu jusqu’au : 11 décembre 2026
      Tirage à partir du : 12 décembre 2026

      Participer au tirage : https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11
      Voir tous les tirages : https://concours.example/prize"
    `);
  });

  it("for the week, with every draw's price, value and end", async () => {
    const { text } = await written("weekly-update");
    expect(withoutFoot(text)).toMatchInlineSnapshot(`
      "Bonjour Amelia, voici les tirages de la semaine

      À la une : Valmont GT-10, d’une valeur de 148 000 £, avec un ticket à 29,99 £ (ou gratuit par courrier). Ce tirage se termine dans environ 12 jours.

      - Valmont GT-10 : lot d’une valeur de 148 000 £, ticket à 29,99 £, ou gratuit par courrier, fin des ventes dans environ 12 jours
        https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11
      - Berline argentée : lot d’une valeur de 39 999,50 £, ticket à 4,99 £, ou gratuit par courrier, fin des ventes dans environ 8 heures
        https://concours.example/lottery/1b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a12

      Chaque tirage au sort est public, et chacun peut en vérifier la preuve.

      Voir tous les tirages : https://concours.example/prize
      Valmont GT-10 : https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11"
    `);
  });

  it("for an offer, with the code, its expiry and rule, and a link that contains it", async () => {
    const { html, text } = await written("vip-offer");
    expect(withoutFoot(text)).toMatchInlineSnapshot(`
      "Bonjour Amelia, 10 % de réduction pour vous

      Avec le code VIP-7KQM-R2XD, profitez de 10 % de réduction sur votre prochaine commande, par exemple pour Valmont GT-10, d’une valeur de 148 000 £, dont le ticket coûte 29,99 £ (ou gratuit par courrier).

      Le code n’est valable qu’une fois par personne, jusqu’au 6 décembre 2026 inclus.

      Votre code : VIP-7KQM-R2XD
      10 % de réduction
      Valable jusqu’au 6 décembre 2026 inclus

      Valeur du lot : 148 000 £
      Prix du ticket : 29,99 £, ou gratuit par courrier
      Fin des ventes : 4 décembre 2026 à 23 h 59 (heure de Londres)
      Courrier reçu jusqu’au : 11 décembre 2026
      Tirage à partir du : 12 décembre 2026

      Participer au tirage : https://concours.example/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11?code=VIP-7KQM-R2XD
      Voir tous les tirages : https://concours.example/prize

      Le code n’est valable qu’une fois par personne et ne se cumule pas avec les packs de tickets : la réduction la plus avantageuse s’applique. Si c’est celle du pack, vous pourrez utiliser votre code une autre fois."
    `);
    expect(html).toContain("/lottery/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11?code=VIP-7KQM-R2XD");
  });
});

describe("an administrator's text", () => {
  it("is plain text: markup is escaped, line breaks stay, and only addresses of this site are links", async () => {
    const content =
      'Titre <b>gras</b>\n\nUn\ndeux & "trois" https://concours.example/lottery/{{lotteryId}}, https://concours.example.evil/x\n\n<img src=x onerror=alert(1)>';
    const { html, text } = await written("lottery-launch", { content });
    expect(html).not.toMatch(/<b>|<img src=x/);
    expect(html).toContain("Titre &lt;b&gt;gras&lt;/b&gt;");
    expect(html).toMatch(/Un\s*<br\/>deux &amp; /);
    expect(html).toMatch(/href="https:\/\/concours\.example\/lottery\/0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11"/);
    expect(html).not.toContain('href="https://concours.example.evil');
    expect(text).toContain('Un\ndeux & "trois" https://concours.example/lottery/0b8e1c52');
  });

  it("fills every placeholder", async () => {
    const all =
      "{{lotteryTitle}}|{{lotteryId}}|{{firstName}}|{{ticketPrice}}|{{prizeValue}}|{{daysUntilEnd}}|{{promoCode}}|{{promoExpiry}}";
    const { subject, text } = await written("vip-offer", { subject: all, content: `T\n\n{{lotteryImage}} {{activeLotteries}}` });
    expect(subject.replaceAll("\u00a0", " ")).toBe(
      "Valmont GT-10|0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11|Amelia|29,99 £ (ou gratuit par courrier)|148 000 £|environ 12 jours|VIP-7KQM-R2XD|6 décembre 2026",
    );
    expect(text).toContain("- Berline argentée");
    expect((await written("weekly-update", { subject: "{{activeLotteries}}" })).subject).toBe(
      "Valmont GT-10 et Berline argentée",
    );
  });

  it("and readers' names cannot break the subject or the page, and are not parsed again", async () => {
    const firstName = '<img src=x>\r\nBcc: all@example.com {{lotteryId}} $& "\ue000u\ue001';
    const { subject, html, text } = await written(
      "lottery-launch",
      { subject: "Bonjour {{firstName}}" },
      { ...reader, firstName },
    );
    expect(subject).toBe('Bonjour <img src=x> Bcc: all@example.com {{lotteryId}} $& "u');
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;img src=x&gt; Bcc: all@example.com {{lotteryId}} $&amp; &quot;u");
    expect(text).not.toContain("\r");
    const title = { en: "GT {{firstName}}\r\n<i>", fr: undefined };
    expect((await written("lottery-launch", { lottery: lottery({ title }) })).subject).toBe(
      "GT {{firstName}} <i>\u00a0: un nouveau tirage est ouvert",
    );
  });
});

it("one rendering serves all readers, and none sees another's name", async () => {
  const write = await prepareCampaign(penSource, campaign("lottery-launch"));
  const mails = ["Amelia", "Zoë", ""].map((firstName, n) =>
    write({ firstName, unsubscribeUrl: `https://concours.example/u${n}` }),
  );
  expect(mails.map(({ text }) => text.includes("Amelia"))).toEqual([true, false, false]);
  expect(mails.map(({ html }) => /concours\.example\/u\d/.exec(html)?.[0])).toEqual([
    "concours.example/u0",
    "concours.example/u1",
    "concours.example/u2",
  ]);
  expect((await written("lottery-launch", {}, { firstName: "Amelia", unsubscribeUrl: "https://concours.example/u0" })).html).toBe(
    mails[0]?.html,
  );
});

it("supports draws without a picture, and without free entries", async () => {
  const { html } = await written("lottery-launch", { lottery: lottery({ images: [], takesFreeEntries: false }) });
  expect(html.match(/<img /g)).toHaveLength(1);
});
