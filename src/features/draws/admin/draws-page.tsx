/** All draws with their progress, and the dialog that draws a winner. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { type AdminCall, adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { LIST_VIEWS } from "#features/lotteries/admin/list-views.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { useShopTime } from "#ui/time/shop-clock.ts";
import { requestDraw, setAutoDraw } from "../server/drawing/request-draw.ts";
import { DRAW_SORTS, DRAWS_PER_PAGE, listManagedDraws } from "../server/reading/list-managed-draws.ts";
import type { Route } from "./+types/draws-page.ts";
import { DrawDialog, type DrawReply } from "./draw-dialog.tsx";
import type { AutoReply } from "./draw-progress.tsx";
import { DrawsTable } from "./draws-table.tsx";
import { useDrawWatch } from "./use-draw-watch.ts";

export const handle = {
  messages: ["admin-draws", "pastdraws"],
  failures: {
    load: "admin:notLoaded.draws",
    send: { draw: "admin-draws:draw.failed", auto: "admin-draws:draw.auto.failed" },
  },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const query = readListQuery(search, DRAW_SORTS, { sort: "newest", descending: true });
  const view = readView(search, LIST_VIEWS);
  const wanted = { ...query, isArchived: view === "archived" };
  const listed = await readOrLog(ctx, listManagedDraws(ctx, actor, wanted), "the draws could not be listed");
  const page = { query, view, now: ctx.now().getTime(), isDemo: ctx.beacon.isDemo, list: listed };
  return data(page, { status: listed ? 200 : 503 });
}

const schema = z.object({
  intent: z.enum(["draw", "auto"]),
  lotteryId: typedText,
  reason: typedText,
  reasonFr: typedText,
  isOn: typedText,
});
type Submission = Extract<ReturnType<typeof parseForm<typeof schema>>, { status: "success" }>;

/** Requests the draw of a winner. */
async function drawReply({ ctx, actor, request }: AdminCall, form: URLSearchParams, submission: Submission) {
  const { lotteryId, reason, reasonFr } = submission.value;
  const requested = await runAction(
    { ctx, request, form, about: { lotteryId } },
    requestDraw(ctx, actor, {
      lotteryId,
      reason: form.has("reason") ? reason : undefined,
      reasonFr: form.has("reasonFr") ? reasonFr : undefined,
    }),
    "a winner could not be drawn",
  );
  if (requested.ok) return data<DrawReply>({ intent: "draw", lotteryId });
  const status = {
    ...{ failed: 503, not_found: 404, reason_needed: 422, reason_too_long: 422 },
    ...{ not_active: 409, no_tickets: 409, too_early: 409 },
  };
  const refused = refuse(submission, requested.error, { reason_needed: "reason", reason_too_long: "reason" });
  return data<DrawReply>({ intent: "draw", lotteryId, refused }, { status: status[requested.error] });
}

/** Turns automatic drawing on or off. */
async function autoReply({ ctx, actor, request }: AdminCall, submission: Submission) {
  const { lotteryId } = submission.value;
  const isOn = submission.value.isOn === "true";
  const set = await runAction(
    { ctx, request, about: { lotteryId } },
    setAutoDraw(ctx, actor, { lotteryId, isOn }),
    "automatic drawing could not be set",
  );
  if (set.ok) return data<AutoReply>({ intent: "auto", isOn });
  return data<AutoReply>(
    { intent: "auto", isOn, refused: refuse(submission, set.error) },
    { status: set.error === "failed" ? 503 : 409 },
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/draw");
  return submission.value.intent === "draw" ? drawReply(call, form, submission) : autoReply(call, submission);
}

export default function DrawsPage({ loaderData: { query, view, list, now, isDemo } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-draws");
  // The dialog's subject is the draw's id, since the draws are loaded again while one is under way.
  const [openId, setOpenId] = useDialogSubject<string>("draw", (id) => id);
  useShopTime(now);
  const watchRequestedDraw = useDrawWatch(list?.draws ?? [], now);
  return (
    <AdminPage
      title={t("draw.title")}
      subtitle={t("draw.subtitle")}
      done={(reply: DrawReply | AutoReply) =>
        reply.intent === "auto" ? t(reply.isOn ? "draw.auto.on" : "draw.auto.off") : undefined
      }
    >
      {list ? (
        <div className="grid gap-4">
          {isDemo && <Note tone="warn" title={t("draw.demo")} />}
          <ViewLinks
            label={t("draw.archive.views")}
            views={LIST_VIEWS}
            current={view}
            nameOf={(each) => t(`draw.archive.${each}`)}
          />
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
            onRequested={watchRequestedDraw}
          />
        </div>
      ) : (
        <AdminNotLoaded what="draws" />
      )}
    </AdminPage>
  );
}
