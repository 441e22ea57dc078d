/** Imports a draw of another platform into a running shop from a file, as an operator does. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFile } from "#app/cli/import-command.ts";
import { withDatabase } from "./books.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export const IMPORTED = {
  title: "Mini of another platform",
  platform: "RaffleHouse",
  evidence: "https://rafflehouse.example/draws/12",
  winner: "Amelia R., Kent",
} as const;
const COLUMNS = "draw,platform,title,tickets,closed_on,drawn_on,winning_ticket,winner_name,evidence_url";
const { title, platform, evidence, winner } = IMPORTED;
const LINE = `RH-12,${platform},${title},100,2024-05-30,2024-06-01,7,"${winner}",${evidence}`;

/** Idempotent. */
export async function importDraw(shop: ShopAddress): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "concours-imported-"));
  const path = join(folder, "draws.csv");
  try {
    await writeFile(path, `${COLUMNS}\n${LINE}\n`);
    const said: string[] = [];
    const code = await withDatabase(shop, (db) => {
      const ctx = { db, now: () => new Date(), lastingSecret: "" };
      return importFile(ctx, { kind: "draws", path, isWriting: true }, (line) => void said.push(line));
    });
    if (code !== 0) throw new Error(said.join("\n"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
