import sharp from "sharp";
import { expect, it } from "vitest";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
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

/** The share of pixels as light as the text. */
async function lightShare(jpeg: Buffer): Promise<number> {
  const pixels = await sharp(jpeg).greyscale().raw().toBuffer();
  return pixels.filter((value) => value > 160).length / pixels.length;
}

it("is 1200 by 630, with text in the bundled fonts", async () => {
  const pictures = createSharePictures();
  const jpeg = await drawn(pictures, "Valmont GT-10");
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  const wordless = await drawn(pictures, ".", []);
  expect(await lightShare(jpeg)).toBeGreaterThan((await lightShare(wordless)) + 0.02);
});

it("shows very long names, and names that look like markup", async () => {
  const pictures = createSharePictures();
  for (const title of ["W".repeat(120), "<b>&</span>", "Édition d’été n° 1 – œuvre «\u00a0à part\u00a0»"]) {
    const jpeg = await drawn(pictures, title);
    expect(await sharp(jpeg).metadata(), title).toMatchObject({ width: 1200, height: 630 });
  }
});

it("stays below the 300 kB of WhatsApp, even over a picture of noise", async () => {
  const noise = await sharp({
    create: { width: 1200, height: 630, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 90 } },
  })
    .png()
    .toBuffer();
  const jpeg = await createSharePictures().draw("noise", async () => ({ ...card("Aldane"), picture: noise }));
  expect(jpeg?.byteLength).toBeLessThan(300_000);
});

/** The share of pixels of one hue in the text area. */
async function colouredShare(jpeg: Buffer, isColour: (red: number, green: number, blue: number) => boolean): Promise<number> {
  const { data, info } = await sharp(jpeg)
    .extract({ left: 0, top: 150, width: 700, height: 480 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (isColour(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found += 1;
  return found / (info.width * info.height);
}

it("draws emoji in their colours, also at the end and the start of a line, and leaves out letters that its fonts lack", async () => {
  const pictures = createSharePictures();
  const isOrange = (red: number, green: number, blue: number) => red > 220 && green > 110 && green < 190 && blue < 90;
  const plain = await colouredShare(await drawn(pictures, "WIN this GT3"), isOrange);
  const [one, three] = await Promise.all(
    ["\u{1f525}", "\u{1f525}\u{1f525}\u{1f525}"].map(async (title) => colouredShare(await drawn(pictures, title), isOrange)),
  );
  expect(one).toBeGreaterThan(plain + 0.002);
  expect(three).toBeGreaterThan(2.7 * (one ?? 1));
  // Neither a box nor a letter of a system font.
  expect((await drawn(pictures, "GT3 \u4e2d\u6587 \u2605")).equals(await drawn(pictures, "GT3  "))).toBe(true);
  expect(await sharp(await drawn(pictures, "\u4e2d\u6587")).metadata()).toMatchObject({ width: 1200 });
});

it("is drawn once for concurrent requests, and again after a failure", async () => {
  const pictures = createSharePictures();
  let calls = 0;
  const ask = async () => {
    calls++;
    if (calls === 1) throw new Error("the disk is away");
    return card("Aldane");
  };
  await expect(pictures.draw("one", ask)).rejects.toThrow("the disk is away");
  const all = await Promise.all([pictures.draw("one", ask), pictures.draw("one", ask), pictures.draw("one", ask)]);
  expect(calls).toBe(2);
  expect(all[0]).toBe(all[2]);
});

it("is refused while too many wait, and drawn afterwards", async () => {
  const pictures = createSharePictures({ mostWaiting: 3 });
  const many = Array.from({ length: 5 }, (_, index) => pictures.draw(String(index), async () => card(`Car ${index}`)));
  const all = await Promise.all(many);
  expect(all.filter((each) => each === undefined)).toHaveLength(2);
  expect(await pictures.draw("4", async () => card("Car 4"))).toBeInstanceOf(Buffer);
});

it("is cached, up to a number of pictures", async () => {
  const pictures = createSharePictures({ mostCached: 3 });
  let calls = 0;
  const ask = async () => {
    calls++;
    return card("Aldane");
  };
  for (let index = 0; index < 4; index++) await pictures.draw(String(index), ask);
  await pictures.draw("3", ask);
  await pictures.draw("1", ask);
  expect(calls).toBe(4);
  await pictures.draw("0", ask);
  expect(calls).toBe(5);
});
