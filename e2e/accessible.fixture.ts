/** Accessibility checks of a page: axe, narrow windows, text spacing, text size and target size. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Hashes of header, menus and footer in which axe found nothing; they are not checked again. */
const known = new Set<number>();
/** Only violations are described, and every frame is checked separately. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], iframes: false };

/** Expects no violation of axe's rules except those named, and no horizontal scrolling. */
export async function expectAccessible(page: Page, { except = [] }: { except?: readonly string[] } = {}): Promise<void> {
  await untilStill(page);
  await hideMessages(page, true);
  const frames = await Promise.all(page.frames().map(async (frame) => ((await runsScripts(frame)) ? [frame] : [])));
  const found = (await Promise.all(frames.flat().map(violationsIn))).flat().filter(({ id }) => !except.includes(id));
  await hideMessages(page, false);
  // As text, so that a report shows the places too.
  expect(JSON.stringify(found, null, 1), `axe on ${page.url()}`).toBe("[]");
  await expectNoSidewaysScroll(page);
}

/** A phone in dark mode, a desktop in light mode. */
export const WINDOWS = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
] as const;

/** Checks these windows with their colours, and leaves the page in the last one. */
export async function expectAccessibleIn(page: Page, windows: readonly (typeof WINDOWS)[number][]): Promise<void> {
  for (const { width, height, colorScheme } of windows) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await untilDrawn(page, `(width: ${width}px) and (prefers-color-scheme: ${colorScheme})`);
    await expectAccessible(page);
  }
}

/** Checks both windows with their colours, and leaves the page in the one that its browser has. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  const isHand = page.viewportSize()?.width === WINDOWS[0].width;
  await expectAccessibleIn(page, isHand ? WINDOWS.toReversed() : WINDOWS);
}

/** A page learns of its window and colours with one frame, and has applied them with the next. */
async function untilDrawn(page: Page, media: string): Promise<void> {
  await page.waitForFunction((media) => window.matchMedia(media).matches, media);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Toasts would fade while axe measures, and waiting for their end would take seconds. */
async function hideMessages(page: Page, hide: boolean): Promise<void> {
  await page.evaluate((hide) => {
    const sheets = document.adoptedStyleSheets.filter((sheet) => !("hidesMessages" in sheet));
    const sheet = Object.assign(new CSSStyleSheet(), { hidesMessages: true });
    sheet.replaceSync("[data-sonner-toaster] { display: none !important }");
    document.adoptedStyleSheets = hide ? [...sheets, sheet] : sheets;
  }, hide);
}

/** The frame of a mail preview runs no scripts, so axe cannot run in it either. */
async function runsScripts(frame: Frame): Promise<boolean> {
  if (!frame.parentFrame()) return true;
  const sandbox = await (await frame.frameElement()).getAttribute("sandbox");
  return sandbox === null || sandbox.split(" ").includes("allow-scripts");
}

/** Waits for animations, so that final colours are measured. */
async function untilStill(page: Page): Promise<void> {
  // The back office dims a page whose data are loading.
  await page.waitForFunction(() => !document.querySelector('main[aria-busy="true"]'));
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

/** Runs in the browser. Skips header, menus and footer if `known`. @returns the checked `pieces`, too */
async function runAxe({ options, known }: { readonly options: RunOptions; readonly known: readonly number[] }) {
  const isKnown = new Set(known);
  const exclude: Element[] = [];
  const pieces: number[] = [];
  const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => window.matchMedia(query).matches);
  const main = document.querySelector("main");

  const hash = (text: string) => {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
    return sum * 2 ** 20 + (text.length % 2 ** 20);
  };
  const look = (element: Element, place: string) => {
    if (element === main) return;
    const here = `${place} ${element.tagName}.${element.getAttribute("class")}`;
    if (!element.contains(main)) {
      if (element.childElementCount === 0 || element instanceof SVGElement) return;
      const { color, backgroundColor } = getComputedStyle(element);
      const piece = hash(`${place} ${color} ${backgroundColor} ${element.outerHTML}`);
      if (isKnown.has(piece)) return void exclude.push(element);
      pieces.push(piece);
    }
    for (const child of element.children) look(child, here);
  };
  const { lang, dir } = document.documentElement;
  if (main) look(document.body, `${location.origin} ${lang} ${dir} ${innerWidth} ${media}`);
  const { axe } = window as unknown as { axe: { run(context: object, options: RunOptions): Promise<AxeResults> } };
  const { violations } = await axe.run({ include: document, exclude }, options);
  return { violations, pieces };
}

async function violationsIn(frame: Frame) {
  // axe's builder for Playwright opens a page for each check, at four times the cost.
  // The script stays in a document whose pages change in place; loading it again would double the time.
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
  const { violations, pieces } = await frame.evaluate(runAxe, { options: OPTIONS, known: [...known] });
  if (violations.length === 0) for (const piece of pieces) known.add(piece);
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(" ")) }));
}

/** Runs in the browser. @returns texts that an element cuts off and that cannot be scrolled to */
function findCutTexts(): string[] {
  const cuts = (element: Element, lines: readonly DOMRect[]) => {
    const { maskImage, overflowX } = getComputedStyle(element);
    if (maskImage === "none" && !/hidden|clip/.test(overflowX)) return false;
    const { left, right } = element.getBoundingClientRect();
    return lines.some((line) => line.left < left - 1 || line.right > right + 1);
  };
  const isCut = (text: Node) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()];
    for (let element = text.parentElement; element && element.tagName !== "MAIN"; element = element.parentElement) {
      const { clipPath, overflowX } = getComputedStyle(element);
      // Text for screen readers is one pixel wide, and scrollable text is reachable.
      if (clipPath !== "none" || /auto|scroll/.test(overflowX)) return false;
      if (cuts(element, lines)) return true;
    }
    return false;
  };
  const found: string[] = [];
  const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if ((text.textContent ?? "").trim() && text.parentElement?.checkVisibility({ visibilityProperty: true }) && isCut(text))
      found.push(text.parentElement.outerHTML.slice(0, 120));
  return found;
}

/** With text at 200 %, the page does not scroll horizontally (WCAG 1.4.4). */
export async function expectRoomForLetters(page: Page): Promise<void> {
  const cut = () => page.evaluate(findCutTexts);
  await withLargeLetters(page, async () => {
    await expectNoSidewaysScroll(page);
    await expect.poll(cut, { message: `what is cut off on ${page.url()}` }).toEqual([]);
  });
}

/** With text at 200 %, a window of 1440 px has the columns of one of 720 px. */
export async function expectColumnsByLetters(page: Page): Promise<void> {
  const columns = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll("*")]
        .filter((element) => getComputedStyle(element).display === "grid" && element.checkVisibility())
        .map((element) => `${element.className}: ${getComputedStyle(element).gridTemplateColumns.split(" ").length}`),
    );
  await page.setViewportSize({ width: 720, height: 450 });
  const half = await columns();
  await page.setViewportSize({ width: 1440, height: 900 });
  await withLargeLetters(page, () => expect.poll(columns, { message: `the columns of ${page.url()}` }).toEqual(half));
}

/** Sets the browser's text size, so that media queries in em change, too. */
async function withLargeLetters(page: Page, look: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const setLetters = (standard: number) => browser.send("Page.setFontSizes", { fontSizes: { standard } });
  try {
    await setLetters(32);
    await look();
  } finally {
    await setLetters(16);
    await browser.detach();
  }
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const wide = [...document.body.querySelectorAll("*")].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
      );
      return [`${scrollWidth} px`, ...wide.slice(0, 8).map((element) => element.outerHTML.slice(0, 120))];
    });
  await expect.poll(tooWide, { message: `what makes ${page.url()} wider than its window` }).toEqual([]);
}

/** WCAG 1.4.12: no text is lost with wider spacing of lines, words and letters. */
export async function expectRoomForSpacing(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const sheet = Object.assign(new CSSStyleSheet(), { setsApart: true });
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const hides = (element: Element) => {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(element);
      return position !== "absolute" && clipPath === "none" && [overflowX, overflowY].some((value) => /hidden|clip/.test(value));
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "");
    return [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => hasText(element) && hides(element) && element.checkVisibility())
      .filter((element) => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(cut, `texts of ${page.url()} that are cut off when set wider apart`).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !("setsApart" in sheet));
  });
}

/** Every target is 44 px wide and high or in running text; the label of a small control counts with it. */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const LEAST = 43.5;
    const isInText = (element: Element) => {
      const block = element.closest("p, li, dd, td, label, address");
      const own = (element.textContent ?? "").trim();
      return block !== null && (block.textContent ?? "").trim().length > own.length + 2;
    };
    const areaOf = (element: Element) => {
      // A link that covers the whole card around it.
      const isLaidOver = getComputedStyle(element, "::after").position === "absolute";
      if (isLaidOver && element instanceof HTMLElement) element = element.offsetParent ?? element;
      const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element.closest("label")) : null;
      const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
      const top = Math.min(...boxes.map((box) => box.top));
      const left = Math.min(...boxes.map((box) => box.left));
      return {
        width: Math.max(...boxes.map((box) => box.right)) - left,
        height: Math.max(...boxes.map((box) => box.bottom)) - top,
      };
    };
    return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest("[inert], [aria-hidden=true]"),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        // Content for screen readers is one pixel large.
        return width > 1 && height > 1 && !isInText(element);
      })
      .map((element) => ({ ...areaOf(element), html: element.outerHTML.slice(0, 110) }))
      .filter(({ width, height }) => width < LEAST || height < LEAST)
      .map(({ width, height, html }) => `${Math.round(width)} × ${Math.round(height)} ${html}`);
  });
  expect(small, `what is too small to be pressed on ${page.url()}`).toEqual([]);
}
