/** Pictures in documents: formats, and what is done where the page has little room left. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { type PdfBlock, writePdf } from "./write-pdf.server.ts";

const picture = async (format: "jpeg" | "png", width: number, height: number): Promise<PdfBlock> => {
  const pixels = sharp({ create: { width, height, channels: 3, background: "#a08060" } });
  return { kind: "picture", bytes: await pixels.toFormat(format).toBuffer(), heading: "A receipt for £59.98" };
};
async function write(blocks: readonly PdfBlock[]): Promise<string> {
  const made = { title: "Preuve n° 1", author: "Concours", language: "en-GB", madeAt: new Date("2026-11-29T09:00:00Z") };
  return Buffer.from(await writePdf({ ...made, footer: (page, pages) => `${page}/${pages}`, blocks })).toString("latin1");
}
const count = (pdf: string, part: RegExp) => pdf.match(part)?.length ?? 0;

it("embeds JPEG and PNG pictures with a text for screen readers", async () => {
  const pdf = await write([await picture("jpeg", 200, 100), await picture("png", 200, 100)]);
  expect([count(pdf, /\/Subtype \/Image/g), count(pdf, /\/S \/Figure/g), count(pdf, /\/Type \/Page\n/g)]).toEqual([2, 2, 1]);
});

it("gives a picture that does not fit on the rest of the page a page of its own", async () => {
  const text: PdfBlock = { kind: "paragraph", text: "A line of text. ".repeat(120) };
  const pages = async (height: number) => count(await write([text, await picture("jpeg", 1000, height)]), /\/Type \/Page\n/g);
  expect([await pages(600), await pages(4000)]).toEqual([1, 2]);
});
