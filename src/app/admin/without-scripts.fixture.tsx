/** For tests: renders the back office's forms as a browser without scripts gets them, in either language. */
import { resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub, Outlet } from "react-router";
import { RIGHTS } from "#features/access/rules/rights.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { RightsOnScreen } from "#ui/allowed.tsx";
import routes from "../../routes.ts";

type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }) => unknown;
type Module = {
  readonly loader?: Handler;
  readonly action?: Handler;
  readonly handle?: unknown;
  readonly default: ComponentType<object>;
};
export type Fields = Readonly<Record<string, string | readonly string[]>>;
type Sent = { readonly status: number; readonly html: string; readonly field: (name: string) => string | undefined };

const SRC = resolve(import.meta.dirname, "../..");

function pagesIn(entries: readonly RouteConfigEntry[], above = ""): { path: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children }) => [
    ...(children ? pagesIn(children, `${above}/${path}`) : [{ path: `${above}/${path}`, file }]),
  ]);
}
const pages = pagesIn(await routes);

/** An owner with all rights, who has just re-entered the password. */
export async function ownerCookie(ctx: TestCtx): Promise<string> {
  const { userId, sessionToken } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId, role: "owner" }).execute();
  return sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
}

/**
 * Sends `fields` to the page of `address`, or loads it without any
 * @param path as the router names it, such as "/admin/lotteries/:lotteryId/queue"
 */
export async function withoutScripts(
  ctx: TestCtx,
  path: string,
  {
    address = path,
    cookie,
    fields,
    locale = "en",
  }: { readonly address?: string; readonly cookie: string; readonly fields?: Fields; readonly locale?: Locale },
): Promise<Sent> {
  const url = new URL(address, ctx.publicUrl);
  const file = pages.find((page) => page.path === path)?.file;
  if (!file) throw new Error(`there is no page ${path}`);
  const page = (await import(resolve(SRC, "app", file))) as Module;
  const at = url.pathname.split("/");
  const params = Object.fromEntries(
    path.split("/").flatMap((name, i) => (name.startsWith(":") ? [[name.slice(1), at[i] ?? ""]] : [])),
  );
  const call = async (handler: Handler | undefined, init: RequestInit = {}) => {
    const context = requestContext(ctx);
    context.set(localeKey, locale);
    const answered = await handler?.({ request: new Request(url, { ...init, headers: { cookie } }), context, params });
    const isData = typeof answered === "object" && answered !== null && "type" in answered && "data" in answered;
    const { data, init: with_ } = isData ? (answered as unknown as { data: unknown; init?: ResponseInit }) : { data: answered };
    return { data, status: with_?.status ?? 200 };
  };
  const body = new URLSearchParams(
    Object.entries(fields ?? {}).flatMap(([name, values]) => [values].flat().map((value) => [name, value as string])),
  );
  const sent = fields && (await call(page.action, { method: "POST", body }));
  const { data: loaderData, status } = await call(page.loader);
  const screen = {
    id: "page",
    path: url.pathname.slice(1),
    handle: page.handle,
    Component: withData(page, { loaderData, actionData: sent?.data }),
  };
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Outlet, children: [screen] }]);
  const hydrationData = { loaderData: { page: loaderData }, ...(sent && { actionData: { page: sent.data } }) };
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={ctx.messages[locale]}>
      <Stub initialEntries={[url.pathname + url.search]} hydrationData={hydrationData as never} />
    </I18nextProvider>,
  );
  return { status: sent?.status ?? status, html, field: (name) => fieldOf(html, name) };
}

function withData({ default: Page }: Module, given: { loaderData: unknown; actionData: unknown }) {
  return () => (
    <RightsOnScreen rights={RIGHTS}>
      <Page {...given} />
    </RightsOnScreen>
  );
}

/** The value of the first field with that name. */
export function fieldOf(html: string, name: string): string | undefined {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const select = html.match(new RegExp(`<select[^>]*name="${escaped}"[^>]*>(.*?)</select>`, "s"))?.[1];
  if (select !== undefined) return select.match(/<option value="([^"]*)" selected/)?.[1];
  const area = html.match(new RegExp(`<textarea[^>]*name="${escaped}"[^>]*>(.*?)</textarea>`, "s"))?.[1];
  if (area !== undefined) return plain(area);
  const input = html.match(new RegExp(`<input[^>]*name="${escaped}"[^>]*>`))?.[0];
  return input && plain(input.match(/ value="([^"]*)"/)?.[1] ?? "");
}

function plain(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** All error messages of the page, of the form and of fields. */
export function saidOf({ html }: Sent): string[] {
  const errors = [
    ...html.matchAll(/<p id="[^"]*-error"[^>]*>.*?<span>(.*?)<\/span>/gs),
    ...html.matchAll(/role="alert"[^>]*>.*?<p class="font-\[560\]">(.*?)<\/p>/gs),
  ];
  return errors.map(([, text = ""]) => plain(text));
}
