/** Writes A4 documents of headings, texts, facts, tables and pictures, tagged for screen readers. */
import PDFDocument from "pdfkit";
import bold from "./fonts/document-bold.ttf?inline";
import regular from "./fonts/document-regular.ttf?inline";

export type PdfBlock =
  /** `level` 1 is the title, once; 2 and 3 are bookmarks, too. */
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string; readonly tone?: "muted" | "strong" }
  /** Label and value side by side. Rows without a value are left out. */
  | { readonly kind: "facts"; readonly rows: readonly PdfFact[] }
  /** `widths` are shares of the page's width; equal ones by default. */
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly widths?: readonly number[];
    }
  /** A JPEG or PNG under a heading, which screen readers read for it, as large as the page allows. */
  | { readonly kind: "picture"; readonly bytes: Uint8Array; readonly heading: string };
export type PdfFact = readonly [label: string, value: string | undefined];

export type PdfDocument = {
  readonly title: string;
  readonly author: string;
  /** BCP 47, for screen readers. */
  readonly language: string;
  readonly madeAt: Date;
  readonly footer: (page: number, pages: number) => string;
  readonly blocks: readonly PdfBlock[];
};

const MARGIN = 56;
const FOOTER_SPACE = 28;
const SIZE = 9.5;
const HEADING_SIZES = { 1: 20, 2: 13, 3: 10.5 } as const;
const INK = "#1b1a18";
const MUTED = "#5f5c57";
const LINE = "#d9d6d0";
/** Of facts: the label's part of the width. */
const LABEL_SHARE = 0.34;
const CELL_GAP = 12;
const ROW_GAP = 4;
/** Of pictures: 144 pixels an inch. */
const POINTS_PER_PIXEL = 0.5;
/** A picture that would become smaller than this on the rest of the page gets a page of its own. */
const LEAST_SHRINK = 0.75;
/** A heading keeps this much of its text on its page. */
const HEADING_KEEPS = 60;

export async function writePdf({ blocks, footer, ...about }: PdfDocument): Promise<Uint8Array> {
  const doc = startDocument(about);
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const root = doc.struct("Document");
  doc.addStructure(root);
  for (const block of blocks) writeBlock(doc, root, block);
  root.end();
  writeFooters(doc, footer);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

type Doc = PDFKit.PDFDocument;
/** The types of pdfkit leave `openImage` out. */
type MeasuringDoc = Doc & { openImage(bytes: Buffer): { readonly width: number; readonly height: number } };
type Element = PDFKit.PDFStructureElement;

function startDocument({ title, author, language, madeAt }: Omit<PdfDocument, "blocks" | "footer">): Doc {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_SPACE },
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });
  doc.registerFont("regular", fontBytes(regular)).registerFont("bold", fontBytes(bold));
  return doc.font("regular").fontSize(SIZE).fillColor(INK);
}

function fontBytes(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}

function writeBlock(doc: Doc, root: Element, block: PdfBlock): void {
  switch (block.kind) {
    case "heading":
      return writeHeading(doc, root, block);
    case "paragraph":
      return writeParagraph(doc, root, block);
    case "facts":
      return writeRows(doc, root, factRows(block.rows));
    case "table":
      return writeRows(doc, root, tableRows(block));
    case "picture":
      return writePicture(doc, root, block);
  }
}

function writeHeading(doc: Doc, root: Element, { level, text }: Extract<PdfBlock, { kind: "heading" }>): void {
  if (level > 1) {
    doc.y += level === 2 ? 16 : 8;
    if (doc.y + HEADING_KEEPS > bottomOf(doc)) doc.addPage();
    doc.outline.addItem(text);
  }
  const write = () =>
    doc
      .font("bold")
      .fontSize(HEADING_SIZES[level])
      .text(text, MARGIN, doc.y, { width: widthOf(doc) });
  root.add(doc.struct(`H${level}`, {}, write));
  doc.font("regular").fontSize(SIZE);
  doc.y += level === 3 ? 3 : 6;
}

function writeParagraph(doc: Doc, root: Element, { text, tone }: Extract<PdfBlock, { kind: "paragraph" }>): void {
  const write = () =>
    doc
      .font(tone === "strong" ? "bold" : "regular")
      .fillColor(tone === "muted" ? MUTED : INK)
      .text(text, MARGIN, doc.y, { width: widthOf(doc), lineGap: 2 });
  root.add(doc.struct("P", {}, write));
  doc.font("regular").fillColor(INK);
  doc.y += 6;
}

function writePicture(doc: Doc, root: Element, { bytes, heading }: Extract<PdfBlock, { kind: "picture" }>): void {
  const image = Buffer.from(bytes);
  const size = (doc as MeasuringDoc).openImage(image);
  const scale = Math.min(widthOf(doc) / size.width, POINTS_PER_PIXEL);
  const [width, height] = [size.width * scale, size.height * scale];
  const room = () => bottomOf(doc) - doc.y;
  const pageRoom = bottomOf(doc) - MARGIN;
  if (room() - HEADING_KEEPS < Math.min(height, pageRoom) * LEAST_SHRINK) doc.addPage();
  writeHeading(doc, root, { kind: "heading", level: 2, text: heading });
  const fit = Math.min(1, room() / height);
  const write = () => doc.image(image, MARGIN, doc.y, { width: width * fit, height: height * fit });
  root.add(doc.struct("Figure", { alt: heading }, write));
  doc.y += height * fit + 8;
}

type Cell = { readonly text: string; readonly isBold: boolean; readonly colour: string; readonly role: "TH" | "TD" };
type Rows = { readonly widths: readonly number[]; readonly rows: readonly (readonly Cell[])[]; readonly hasHead: boolean };

function factRows(rows: readonly PdfFact[]): Rows {
  const known = rows.flatMap(([label, value]) => (value === undefined || value === "" ? [] : [{ label, value }]));
  return {
    widths: [LABEL_SHARE, 1 - LABEL_SHARE],
    hasHead: false,
    rows: known.map(({ label, value }) => [
      { text: label, isBold: false, colour: MUTED, role: "TH" },
      { text: value, isBold: false, colour: INK, role: "TD" },
    ]),
  };
}

function tableRows({ head, rows, widths }: Extract<PdfBlock, { kind: "table" }>): Rows {
  const titles = head.map((text): Cell => ({ text, isBold: true, colour: INK, role: "TH" }));
  const cells = rows.map((row) => row.map((text): Cell => ({ text, isBold: false, colour: INK, role: "TD" })));
  return { widths: widths ?? head.map(() => 1 / head.length), rows: [titles, ...cells], hasHead: true };
}

function writeRows(doc: Doc, root: Element, { widths, rows, hasHead }: Rows): void {
  if (rows.length === 0) return;
  const table = doc.struct("Table");
  root.add(table);
  rows.forEach((row, index) => {
    const needed = heightOf(doc, row, widths) + (hasHead && index === 0 ? HEADING_KEEPS / 2 : 0);
    if (doc.y + needed > bottomOf(doc) && needed < bottomOf(doc) - MARGIN) {
      doc.addPage();
      // The head is repeated for the eye only: the tags have it once.
      if (hasHead && index > 0 && rows[0]) writeRow(doc, undefined, rows[0], widths);
    }
    writeRow(doc, table, row, widths);
  });
  table.end();
  doc.y += 6;
}

function writeRow(doc: Doc, table: Element | undefined, row: readonly Cell[], widths: readonly number[]): void {
  const top = doc.y + ROW_GAP;
  const firstPage = doc.page;
  const element = table && doc.struct("TR");
  if (element) table.add(element);
  let bottom = top;
  let left = MARGIN;
  row.forEach((cell, index) => {
    const width = (widths[index] ?? 0) * widthOf(doc);
    const write = () =>
      doc
        .font(cell.isBold ? "bold" : "regular")
        .fillColor(cell.colour)
        .text(cell.text, left, top, { width: width - CELL_GAP, lineGap: 1 });
    if (element) element.add(doc.struct(cell.role, {}, write));
    else asArtifact(doc, write);
    // A cell that is higher than a page ends on the next one.
    bottom = doc.page === firstPage ? Math.max(bottom, doc.y) : doc.y;
    left += width;
  });
  element?.end();
  asArtifact(doc, () =>
    doc
      .moveTo(MARGIN, bottom + ROW_GAP / 2)
      .lineTo(MARGIN + widthOf(doc), bottom + ROW_GAP / 2)
      .lineWidth(0.5)
      .stroke(LINE),
  );
  doc.font("regular").fillColor(INK);
  doc.y = bottom + ROW_GAP / 2;
}

function heightOf(doc: Doc, row: readonly Cell[], widths: readonly number[]): number {
  const heights = row.map(({ text, isBold }, index) =>
    doc
      .font(isBold ? "bold" : "regular")
      .heightOfString(text, { width: (widths[index] ?? 0) * widthOf(doc) - CELL_GAP, lineGap: 1 }),
  );
  doc.font("regular");
  return Math.max(...heights) + 2 * ROW_GAP;
}

function writeFooters(doc: Doc, footer: PdfDocument["footer"]): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0;
    const at = doc.page.height - MARGIN;
    asArtifact(doc, () =>
      doc
        .fontSize(7.5)
        .fillColor(MUTED)
        .text(footer(page + 1, count), MARGIN, at, { lineBreak: false }),
    );
  }
}

/** Screen readers leave artifacts out. */
function asArtifact(doc: Doc, write: () => void): void {
  doc.markContent("Artifact");
  write();
  doc.endMarkedContent();
}

function widthOf(doc: Doc): number {
  return doc.page.width - 2 * MARGIN;
}

function bottomOf(doc: Doc): number {
  return doc.page.height - MARGIN - FOOTER_SPACE;
}
