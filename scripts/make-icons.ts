/** Makes the icons of an installed shop from the mark: `node scripts/make-icons.ts`, by hand, when the mark changes. */
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";

const FOLDER = new URL("../public/icons/", import.meta.url);
const GROUND = "#0b0b0c";
/** The mark is 28 × 20. */
const MARK =
  '<path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"/><path d="M10 5.5v9M14 5.5v9M18 5.5v9"/>';

/** Systems cut a maskable icon to a shape of theirs, which always holds the middle four fifths; an Apple device rounds its corners. */
const ICONS = [
  { name: "icon-192.png", size: 192, markShare: 0.76, radius: 0.22 },
  { name: "icon-512.png", size: 512, markShare: 0.76, radius: 0.22 },
  { name: "maskable-192.png", size: 192, markShare: 0.56, radius: 0 },
  { name: "maskable-512.png", size: 512, markShare: 0.56, radius: 0 },
  { name: "apple-touch-icon.png", size: 180, markShare: 0.64, radius: 0 },
];

await mkdir(FOLDER, { recursive: true });
for (const { name, size, markShare, radius } of ICONS) {
  const scale = (size * markShare) / 28;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${GROUND}"/>
    <g transform="translate(${(size - 28 * scale) / 2} ${(size - 20 * scale) / 2}) scale(${scale})" fill="none" stroke="#d9b98a" stroke-width="1.7" stroke-linecap="round">${MARK}</g>
  </svg>`;
  await writeFile(new URL(name, FOLDER), await sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer());
}
