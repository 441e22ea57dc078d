/** The screens of the back office. */
import type { Page } from "playwright-core";
import { goWithin } from "./hydration.fixture.ts";
import { expectLittleRestyled } from "./restyle.fixture.ts";

const SCREENS = [
  { path: "/admin", heading: "Admin Dashboard" },
  { path: "/admin/users", heading: "User Management" },
  { path: "/admin/draw", heading: "Draw Management" },
  { path: "/admin/winners", heading: "Winner Management" },
  { path: "/admin/winners/imported", heading: "Imported Draws" },
  { path: "/admin/emails", heading: "E-mails promotionnels" },
  { path: "/admin/settings", heading: "Settings" },
  { path: "/admin/audit-log", heading: "Audit log" },
  { path: "/admin/staff", heading: "Team" },
  { path: "/admin/approvals", heading: "Approvals" },
  { path: "/admin/practice", heading: "Code of practice" },
  { path: "/admin/live", heading: "Health" },
  { path: "/admin/shop", heading: "Shop" },
  { path: "/admin/texts", heading: "Texts" },
  { path: "/admin/journal", heading: "Journal" },
  { path: "/admin/payouts", heading: "Payouts" },
  { path: "/admin/profit", heading: "Profit per draw" },
  { path: "/admin/complaints", heading: "Complaints" },
  { path: "/admin/care", heading: "Signs of harm" },
  { path: "/admin/api-keys", heading: "API keys" },
  { path: "/admin/webhooks", heading: "Webhooks" },
];

const RESTYLED = ["/admin", "/admin/users"];

/** Visits each in turn within one document. `check` gets its index. */
export async function visitEveryScreen(page: Page, check: (index: number) => Promise<void>): Promise<void> {
  for (const [index, { path, heading }] of SCREENS.entries()) {
    await goWithin(page, path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await check(index);
    if (RESTYLED.includes(path)) await expectLittleRestyled(page);
  }
}
