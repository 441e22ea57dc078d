/** Pictures of shared links: of the right size, with words in them, and drawn once. */

import sharp from "sharp";
import { expect, it } from "vitest";
import { DEMO_BRAND } from "#shared/brand.ts";
import { createSharePictures, type ShareCard, type SharePictures } from "./share-picture.server.ts";

const card = (title: string): ShareCard => ({
  shop: "Concours",
  colours: DEMO_BRAND.colours,
  title,
  lines: ["A car worth £148,000"],
  picture: undefined,
});

async function drawn(pictures: SharePictures, title: string, lines = card(title).lines): Promise<Buffer> {
  return (await pictures.draw(title, async () => ({ ...card(title), lines }))) ?? Buffer.alloc(0);
}

/** How much of the picture is as light as its words. */
async function lightShare(png: Buffer): Promise<number> {
  const pixels = await sharp(png).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 160).length / pixels.length;
}

it("is 1200 by 630, and its words are there in fonts of ours", async () => {
  const pictures = createSharePictures();
  const png = await drawn(pictures, "Valmont GT-10");
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  const wordless = await drawn(pictures, ".", []);
  expect(await lightShare(png)).toBeGreaterThan((await lightShare(wordless)) + 0.02);
});

it("shows the longest of names, and names that look like markup", async () => {
  const pictures = createSharePictures();
  for (const title of ["W".repeat(120), "<b>&</span>", "Édition d’été n° 1 – œuvre «\u00a0à part\u00a0»"]) {
    const png = await drawn(pictures, title);
    expect(await sharp(png).metadata(), title).toMatchObject({ width: 1200, height: 630 });
  }
});

it("is drawn once for a crowd, and again after a failure", async () => {
  const pictures = createSharePictures();
  let asked = 0;
  const ask = async () => {
    asked++;
    if (asked === 1) throw new Error("the disk is away");
    return card("Aldane");
  };
  await expect(pictures.draw("one", ask)).rejects.toThrow("the disk is away");
  const all = await Promise.all([pictures.draw("one", ask), pictures.draw("one", ask), pictures.draw("one", ask)]);
  expect(asked).toBe(2);
  expect(all[0]).toBe(all[2]);
});

it("is refused to whoever asks for very many at once, and then drawn when they are done", async () => {
  const pictures = createSharePictures();
  const many = Array.from({ length: 25 }, (_, index) => pictures.draw(String(index), async () => card(`Car ${index}`)));
  const all = await Promise.all(many);
  expect(all.filter((each) => each === undefined)).toHaveLength(5);
  expect(await pictures.draw("24", async () => card("Car 24"))).toBeInstanceOf(Buffer);
});

it("is kept while others are drawn, up to a number of them", async () => {
  const pictures = createSharePictures();
  let asked = 0;
  const ask = async () => {
    asked++;
    return card("Aldane");
  };
  for (let index = 0; index < 61; index++) await pictures.draw(String(index), ask);
  await pictures.draw("60", ask);
  await pictures.draw("1", ask);
  expect(asked).toBe(61);
  await pictures.draw("0", ask);
  expect(asked).toBe(62);
});
