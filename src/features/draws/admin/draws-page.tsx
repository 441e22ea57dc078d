/** /admin/draw: every lottery with how far its winner draw is, and the way to draw it. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { proofNeeded } from "#features/accounts/server/ask-proof.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { readFields } from "#platform/request/body.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { DRAW_SORTS, DRAWS_PER_PAGE, listManagedDraws } from "../server/list-managed-draws.ts";
import { requestDraw } from "../server/request-draw.ts";
import { setAutoDraw } from "../server/set-auto-draw.ts";
import type { AutoReply } from "./auto-draw.tsx";
import { DrawDialog, type DrawReply } from "./draw-dialog.tsx";
import { DrawsTable } from "./draws-table.tsx";
import { useDrawWatch } from "./use-draw-watch.ts";

export const handle = {
  words: ["admin-draws", "pastdraws"],
  failures: {
    load: "admin:notLoaded.draws",
    send: { draw: "admin-draws:draw.failed", auto: "admin-draws:draw.auto.failed" },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const query = readListQuery(new URL(request.url).searchParams, DRAW_SORTS, { sort: "newest", descending: true });
  const listed = await listManagedDraws(ctx, actor, query).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the draws could not be listed");
    return undefined;
  });
  if (listed?.ok === false) throw notAllowed();
  const page = { query, now: ctx.now().getTime(), isDemo: ctx.beacon.isDemo, list: listed?.value };
  return data(page, { status: listed ? 200 : 503 });
}

type Ctx = ReturnType<typeof ctxOf>;
type Actor = Awaited<ReturnType<typeof adminOf>>;

/** Asked by this page and by that of the participants. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const form = await readFields(request);
  if (form.get("intent") === "draw") return drawReply(ctx, actor, { request, form });
  if (form.get("intent") === "auto") return autoReply(ctx, actor, form);
  throw redirect("/admin/draw");
}

async function drawReply(ctx: Ctx, actor: Actor, { request, form }: { request: Request; form: URLSearchParams }) {
  const lotteryId = form.get("lotteryId") ?? "";
  const asked = await requestDraw(ctx, actor, {
    lotteryId,
    reason: form.get("reason") ?? undefined,
    reasonFr: form.get("reasonFr") ?? undefined,
  }).catch((error: unknown) => {
    ctx.log.error({ err: error, lotteryId }, "a winner could not be drawn");
    return { ok: false, error: "failed" } as const;
  });
  if (asked.ok) return data<DrawReply>({ lotteryId, error: undefined });
  if (asked.error === "forbidden") throw notAllowed();
  if (asked.error === "proof_needed") throw proofNeeded(request, form);
  const status = {
    ...{ failed: 503, not_found: 404, reason_needed: 422, reason_too_long: 422 },
    ...{ not_active: 409, no_tickets: 409, too_early: 409 },
  };
  return data<DrawReply>({ lotteryId, error: asked.error }, { status: status[asked.error] });
}

async function autoReply(ctx: Ctx, actor: Actor, form: URLSearchParams) {
  const lotteryId = form.get("lotteryId") ?? "";
  const isOn = form.get("isOn") === "true";
  const set = await setAutoDraw(ctx, actor, { lotteryId, isOn }).catch((error: unknown) => {
    ctx.log.error({ err: error, lotteryId }, "automatic drawing could not be set");
    return { ok: false, error: "failed" } as const;
  });
  if (set.ok) return data<AutoReply>({ isOn, error: undefined });
  if (set.error === "forbidden") throw notAllowed();
  return data<AutoReply>({ isOn, error: set.error }, { status: set.error === "failed" ? 503 : 409 });
}

export default function DrawsPage() {
  const { t } = useTranslation("admin-draws");
  const { query, list, now, isDemo } = useLoaderData<typeof loader>();
  const [openId, setOpenId] = useState<string>();
  const watch = useDrawWatch(list?.draws ?? [], now);
  return (
    <AdminPage title={t("draw.title")} subtitle={t("draw.subtitle")}>
      {list ? (
        <div className="grid gap-4">
          {isDemo && <Note tone="warn" title={t("draw.demo")} />}
          <AdminCard flush>
            <DrawsTable
              draws={list.draws}
              sorted={{ by: query.sort, descending: query.descending }}
              empty={<EmptyState title={t("draw.empty")} />}
              onDraw={setOpenId}
            />
            <Pagination page={query.page} perPage={DRAWS_PER_PAGE} total={list.total} />
          </AdminCard>
          <DrawDialog
            draw={list.draws.find(({ id }) => id === openId)}
            now={now}
            onClose={() => setOpenId(undefined)}
            onAsked={watch}
          />
        </div>
      ) : (
        <Failed />
      )}
    </AdminPage>
  );
}

function Failed() {
  const { t } = useTranslation(["admin-draws", "admin"]);
  const message = t("admin:notLoaded.draws");
  useEffect(() => toastError(message, { id: "draws" }), [message]);
  return <ErrorState level={2} title={message} message="" />;
}
