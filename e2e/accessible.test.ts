/** Every page of buying, in both languages and widths: axe finds nothing, and nothing scrolls sideways. */
import { beforeAll, describe, expect, inject } from "vitest";
import { expectAccessible } from "./accessible.fixture.ts";
import { type Draw, makeDraw } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, CARDS, goToQuestion, payWithCard, readNumbers, WORDS } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";

const shop = inject("shop");
const SUM = { en: "£59.98", fr: "59,98 £" } as const;
let draw: Draw;
beforeAll(async () => {
  draw = await makeDraw(shop, { title: "For everybody" });
});

describe("axe finds nothing, and nothing scrolls sideways", () => {
  journey.for([
    ["en", 1440, "moving"],
    ["en", 390, "still"],
    ["fr", 1440, "still"],
    ["fr", 390, "moving"],
  ] as const)("from home to the numbers, in %s at %i px, %s", async ([language, width, motion], { visit }) => {
    const page = await visit({ language, width, reducedMotion: motion === "still" });
    for (const path of ["/", `/lottery/${draw.id}`, "/login", "/register"]) {
      await page.goto(path);
      await expectAccessible(page);
    }
    await page.getByRole("main").getByRole("button", { name: WORDS[language].auth.register.submit, exact: true }).click();
    await page.getByRole("alert").first().waitFor();
    await expectAccessible(page);

    await arriveSignedIn(page, `/lottery/${draw.id}?quantity=2`, language);
    await expectAccessible(page);
    await goToQuestion(page, language);
    await page.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
    await expectAccessible(page);
    await answerAndOrder(page, { answer: "Porsche", sum: SUM[language], language });
    await expectAccessible(page);
    await payWithCard(page, CARDS.pays, language);
    expect(await readNumbers(page, 2, language)).toHaveLength(2);
    await expectAccessible(page);
    for (const query of ["canceled=true", "success=true&session_id=cs_unknown", "nothing"]) {
      await page.goto(`/success?${query}`);
      await expectAccessible(page);
    }
  });

  journey.for(["en", "fr"] as const)("on what is not there, and in the mailbox, in %s", async (language, { visit }) => {
    const page = await visit({ language, tolerate: [/404/] });
    for (const path of ["/no-such-page", "/lottery/no-such-draw", "/mailbox"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectAccessible(page);
    }
  });
});
