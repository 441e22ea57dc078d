/** A signed-in administrator who sends the forms of the back office without a browser. */
import { editedLottery } from "#features/lotteries/admin/lottery-form-view.ts";
import { FIELD_NAMES, type FieldName } from "#features/lotteries/rules/fields/lottery-fields.ts";
import { findManagedLottery } from "#features/lotteries/server/list-managed-lotteries.ts";
import { newApiClient, PASSWORD } from "./api-client.fixture.ts";
import type { Beside } from "./beside.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export type Administrator = {
  /** Sends a form to a page. @returns the status of the reply */
  send(path: string, fields: Readonly<Record<string, string>>): Promise<number>;
  /** Sends the form of a draw with these changes. @returns the status: 302 if saved */
  edit(lotteryId: string, change: Partial<Record<FieldName | "reason", string>>): Promise<number>;
};

const PROVE_AGAIN_MS = 5 * 60_000;

function sessionOf(reply: Response): string {
  const cookie = reply.headers.getSetCookie().find((each) => each.startsWith("session="));
  if (cookie === undefined) throw new Error(`No session came with ${reply.status}`);
  return cookie.split(";")[0] ?? "";
}

/** A new and only administrator, so that no act needs a second person. */
export async function newAdministrator(shop: ShopAddress, { ctx }: Beside): Promise<Administrator> {
  const { userId, email } = await newApiClient(shop);
  await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
  await ctx.db.deleteFrom("admin_user").where("id", "!=", userId).execute();
  const post = async (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    return fetch(`${shop.url}${path}`, {
      method: "POST",
      body,
      headers: { Origin: shop.url, ...headers },
      redirect: "manual",
    });
  };
  const signedIn = await post("/login", { email, password: PASSWORD });
  let session = { Cookie: sessionOf(signedIn), reauthAt: Date.now() };
  /** Destructive actions need re-authentication after ten minutes. */
  const prove = async () => {
    const body = JSON.stringify({ password: PASSWORD });
    const headers = { Origin: shop.url, Cookie: session.Cookie };
    session = {
      Cookie: sessionOf(await fetch(`${shop.url}/api/session/proof`, { method: "POST", body, headers })),
      reauthAt: Date.now(),
    };
  };
  const send = async (path: string, fields: Readonly<Record<string, string>>) => {
    if (Date.now() - session.reauthAt > PROVE_AGAIN_MS) await prove();
    const { Cookie } = session;
    const reply = await post(path, fields, { Cookie });
    // Others are redirected to the home page, which is no reply to the form.
    if (reply.headers.get("Location") === "/") throw new Error("An administrator was sent home");
    await reply.arrayBuffer();
    return reply.status;
  };
  return {
    send,
    async edit(lotteryId, change) {
      const found = await findManagedLottery(ctx, { kind: "command" }, lotteryId);
      const path = `/admin/lotteries?form=${lotteryId}`;
      if (!found.ok) return send(path, { intent: "save", ...change });
      const { fields, version } = editedLottery(found.value);
      const typed = Object.fromEntries(FIELD_NAMES.map((name) => [name, fields[name]]));
      return send(path, { intent: "save", version: String(version), ...typed, ...change });
    },
  };
}
