/** Renders every public page in the shop's frame and either language, without a browser. */
import { resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createRoutesStub, Outlet } from "react-router";
import { requestContext } from "#features/accounts/server/accounts.fixture.ts";
import type { TestCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import routes from "../../routes.ts";

type Handler = (args: { request: Request; context: unknown; params: Record<string, string> }) => unknown;
type Module = { readonly loader?: Handler; readonly default?: ComponentType };

const SOURCE = resolve(import.meta.dirname, "../..");
const FRAME = resolve(SOURCE, "app/shell/shop-layout.tsx");

function pagesIn(entries: readonly RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path = "", file, children }) => (children ? pagesIn(children) : [{ path: `/${path}`, file }]));
}
const frame = (await routes).find(({ file }) => resolve(SOURCE, file) === FRAME);
const pages = pagesIn(frame?.children ?? []);

/** Such as "/lottery/:lotteryId?". */
export const PUBLIC_PATHS: readonly string[] = pages.map(({ path }) => path);

const read = async (file: string) => (await import(resolve(SOURCE, file))) as Module;

/** @returns the page's markup; undefined for redirects and missing pages */
export async function publicPage(
  ctx: TestCtx,
  path: string,
  { address, locale, cookie = "" }: { readonly address: string; readonly locale: Locale; readonly cookie?: string | undefined },
): Promise<string | undefined> {
  const url = new URL(address, ctx.publicUrl);
  const names = path.replaceAll("?", "").split("/");
  const params = Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith(":") ? [[name.slice(1), url.pathname.split("/")[i] ?? ""]] : [])),
  );
  const load = async ({ loader }: Module) => {
    const context = requestContext(ctx);
    context.set(localeKey, locale);
    const request = new Request(url, { headers: { cookie } });
    const loaded: unknown = await Promise.resolve(loader?.({ request, context, params })).catch((thrown: unknown) => thrown);
    if (loaded instanceof Error) throw loaded;
    return typeof loaded === "object" && loaded !== null && "type" in loaded && "data" in loaded ? loaded.data : loaded;
  };
  const [layout, page] = [await read(FRAME), await read(pages.find((each) => each.path === path)?.file ?? "")];
  const loaded = await load(page);
  if (loaded instanceof Response) return undefined;
  const loaderData = {
    root: { origin: ctx.publicUrl, isByChance: ctx.env.wording === "by-chance" },
    "app/shell/shop-layout": await load(layout),
    page: loaded,
  } as const;
  const leaf = { id: "page", path: path.slice(1) || undefined, index: path === "/", Component: withData(page, loaded) };
  const within = {
    id: "app/shell/shop-layout",
    Component: withData(layout, loaderData["app/shell/shop-layout"]),
    children: [leaf],
  };
  const Stub = createRoutesStub([{ id: "root", path: "/", Component: Outlet, children: [within] }] as never);
  return renderToStaticMarkup(
    <I18nextProvider i18n={ctx.messages[locale]}>
      <Stub initialEntries={[url.pathname + url.search]} hydrationData={{ loaderData } as never} />
    </I18nextProvider>,
  );
}

function withData({ default: Component }: Module, loaderData: unknown) {
  const Page = Component as ComponentType<{ loaderData: unknown }> | undefined;
  return Page && (() => <Page loaderData={loaderData} />);
}

export function textOf(html: string): string {
  return html
    .replaceAll(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}
