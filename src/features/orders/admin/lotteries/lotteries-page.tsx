/** Draws for administrators: the list, and above it the form of one draw or a new one. */
import { randomUUID } from "node:crypto";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { notAllowed } from "#features/access/server/not-allowed.ts";
import { type AdminCall, adminCall, runAction, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { reauthNeeded } from "#features/accounts/server/sessions/ask-reauth.ts";
import type { ArchiveReply } from "#features/lotteries/admin/archive-button.tsx";
import { DeleteLotteryDialog, type DeleteReply } from "#features/lotteries/admin/delete-lottery-dialog.tsx";
import { ImprovePrize } from "#features/lotteries/admin/improve-prize.tsx";
import { LIST_VIEWS } from "#features/lotteries/admin/list-views.ts";
import { LotteryCards, lotteryCard } from "#features/lotteries/admin/lottery-cards.tsx";
import {
  type EditedLottery,
  editedLottery,
  type ImproveReply,
  newLottery,
  type SaveReply,
} from "#features/lotteries/admin/lottery-form-view.ts";
import { LotteryForm } from "#features/lotteries/admin/lottery-form.tsx";
import { FORM_MAX_BYTES } from "#features/lotteries/admin/sent-form.ts";
import { copiedFields, newFields } from "#features/lotteries/rules/fields/lottery-fields.ts";
import { isStatus } from "#features/lotteries/rules/lifecycle.ts";
import { archiveLottery } from "#features/lotteries/server/archive-lottery.ts";
import { deleteLottery } from "#features/lotteries/server/delete-lottery.ts";
import {
  findManagedLottery,
  LOTTERIES_PER_PAGE,
  listManagedLotteries,
} from "#features/lotteries/server/list-managed-lotteries.ts";
import { readForm } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { fillEnglish } from "#shared/language/own-languages.ts";
import { AdminNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { ButtonTo } from "#ui/fields/button-to.tsx";
import type { FailureText, PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type CodeOf, errorOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { Plus, X } from "#ui/icons.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { readListQuery } from "#ui/lists/list-address.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { readView, ViewLinks } from "#ui/lists/view-links.tsx";
import { LogLink } from "#ui/log-link.tsx";
import { focusHeading } from "#ui/navigation/keep-focus.ts";
import type { Route } from "./+types/lotteries-page.ts";
import { improveFromForm } from "./lotteries-improve.server.ts";
import { saveFromForm } from "./lotteries-save.server.ts";

/** The message when a form could not be sent. The form of a new draw has no version. */
function unsent(form: FormData): FailureText {
  const intent = form.get("intent");
  if (intent === "delete") return "admin-lotteries:lotteries.deleteFailed";
  if (intent === "archive") return "admin-lotteries:archive.errors.failed";
  if (intent === "improve") return "admin-lotteries:improve.failed";
  return form.has("version") ? "admin-lotteries:lotteries.updateFailed" : "admin-lotteries:lotteries.createFailed";
}

export const handle = {
  messages: ["admin-lotteries", "lottery"],
  failures: { load: "admin:notLoaded.lotteries", send: unsent },
} satisfies PageMessages & PageFailures;

const PAGE = "/admin/lotteries";
/** `?form=new` opens the form of a new draw, `?form={id}` that of an existing one. */
const NEW = "new";

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = await adminCall(context, request);
  const { ctx, actor, search } = call;
  const { page } = readListQuery(search, ["created"], { sort: "created", descending: true });
  const view = readView(search, LIST_VIEWS);
  const formOf = search.get("form");
  const [listed, edited] = await Promise.all([
    readOrLog(ctx, listManagedLotteries(ctx, actor, { page, isArchived: view === "archived" }), "the draws could not be listed"),
    formOf === null ? undefined : openForm(call, formOf),
  ]);
  const list = listed && { lotteries: listed.lotteries.map(lotteryCard), total: listed.total };
  return data({ page, view, list, edited, now: ctx.now().getTime(), requestKey: randomUUID() }, { status: listed ? 200 : 503 });
}

/** `formOf`: the id of a draw, or `NEW`; then `copy` may name a draw that fills the form. */
async function openForm({ ctx, actor, search }: AdminCall, formOf: string): Promise<EditedLottery> {
  const today = londonDate(ctx.now());
  const copied = formOf === NEW ? search.get("copy") : null;
  if (formOf === NEW && copied === null) return newLottery(newFields(today));
  const found = await findManagedLottery(ctx, actor, copied ?? formOf);
  if (!found.ok) throw redirect(PAGE);
  return copied === null ? editedLottery(found.value) : newLottery(copiedFields(found.value, today), found.value);
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = await adminCall(context, request);
  const { ctx, actor, search } = call;
  const form = await readForm(request, FORM_MAX_BYTES);
  if (form?.get("intent") === "delete") return deleteReply(call, form);
  if (form?.get("intent") === "archive") return archiveReply(call, form);
  const formOf = search.get("form");
  if (form?.get("intent") === "improve" && formOf !== null) return improveReply(call, { form, lotteryId: formOf });
  if (formOf === null || (form && form.get("intent") !== "save")) throw redirect(PAGE);
  const saved = await saveFromForm(ctx, actor, {
    form,
    lotteryId: formOf === NEW ? undefined : formOf,
    copiedFrom: search.get("copy") ?? undefined,
    locale: localeOf(context),
  });
  if (saved === "forbidden") throw notAllowed();
  if ("flash" in saved) throw redirect(PAGE, { headers: { "Set-Cookie": flashCookie(saved.flash) } });
  // With scripts, the page asks for the password before sending; without, ask now and send afterwards.
  const code = errorOf<CodeOf<SaveReply>>(saved);
  const sent = code === "lotteries.refusal.reauth_needed" && form ? textOf(form) : undefined;
  if (sent) throw reauthNeeded(request, sent);
  // A review is a step, not a refusal.
  const status = code === undefined ? 200 : (STATUS[code] ?? 422);
  return data(saved, { status });
}

/** The fields to send again after the password; undefined if the form has files, which cannot be. */
function textOf(form: FormData): URLSearchParams | undefined {
  const text = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string") text.append(name, value);
    else if (value.size > 0) return undefined;
  }
  return text;
}

async function improveReply({ ctx, actor }: AdminCall, sent: { form: FormData; lotteryId: string }) {
  const improved = await improveFromForm(ctx, actor, sent);
  if (improved === "forbidden") throw notAllowed();
  if ("flash" in improved)
    throw redirect(`${PAGE}?form=${sent.lotteryId}`, { headers: { "Set-Cookie": flashCookie(improved.flash) } });
  return data(improved, { status: errorOf(improved) === "lotteries.refusal.failed" ? 503 : 422 });
}

/** The HTTP status of each refusal; 422 for others. */
const STATUS: Partial<Record<CodeOf<SaveReply>, number>> = {
  ...{ "lotteries.conflict.title": 409, "lotteries.refusal.too_large": 413, "lotteries.refusal.failed": 503 },
};

const deleteSchema = z.object({ intent: z.literal("delete"), lotteryId: typedText });

async function deleteReply({ ctx, actor, request }: AdminCall, form: FormData) {
  const submission = parseForm(form, deleteSchema);
  if (submission.status !== "success") throw redirect(PAGE);
  const { lotteryId } = submission.value;
  const deleted = await runAction({ ctx, request }, deleteLottery(ctx, actor, lotteryId), "a draw could not be deleted");
  if (deleted.ok) return data<DeleteReply>({ intent: "delete", filesGone: deleted.value.filesGone });
  return replyTo(submission, deleted, { status: { failed: 503, not_found: 409, has_orders: 409 } });
}

const archiving = z.object({ intent: z.literal("archive"), lotteryId: typedText, isArchived: typedText });

async function archiveReply({ ctx, actor, request }: AdminCall, form: FormData) {
  const submission = parseForm(form, archiving);
  if (submission.status !== "success") throw redirect(PAGE);
  const { lotteryId } = submission.value;
  const isArchived = submission.value.isArchived === "true";
  const archived = await runAction(
    { ctx, request },
    archiveLottery(ctx, actor, { lotteryId, isArchived }),
    "a draw could not be archived",
  );
  if (archived.ok) return data<ArchiveReply>({ intent: "archive", isArchived });
  return replyTo(submission, archived, { status: { failed: 503, not_found: 404, not_over: 409 } });
}

export default function AdminLotteriesPage({ loaderData: { page, view, list, edited, now, requestKey } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-lotteries");
  const [lotteryToDelete, setLotteryToDelete] = useDialogSubject("delete", (id) =>
    list?.lotteries.find((lottery) => lottery.id === id),
  );
  useLeadToForm(edited?.id);
  return (
    <AdminPage
      title={t("lotteries.title")}
      subtitle={edited ? <Subtitle edited={edited} /> : t("lotteries.subtitle")}
      done={(reply: DeleteReply | SaveReply | ImproveReply | ArchiveReply) => {
        if (reply.intent === "archive") return t(reply.isArchived ? "archive.done" : "archive.restored");
        if (reply.intent !== "delete") return undefined;
        return reply.filesGone ? t("lotteries.deleted") : `${t("lotteries.deleted")}. ${t("lotteries.deleteImageFailed")}`;
      }}
      actions={
        <Allowed right="lotteries.write">
          <FormButton isOpen={edited !== undefined} />
        </Allowed>
      }
    >
      {edited?.isImprovable && (
        <Allowed right="lotteries.improve">
          <ImprovePrize key={`improve ${edited.id} ${edited.version}`} lottery={edited} requestKey={requestKey} />
        </Allowed>
      )}
      {edited && (
        <Allowed right="lotteries.write">
          <LotteryForm key={edited.id} lottery={edited} now={now} requestKey={requestKey} />
        </Allowed>
      )}
      {list ? (
        <>
          {edited && <h2 className="admin-h2 mt-10 mb-4">{t("lotteries.list")}</h2>}
          <div className="mb-4">
            <ViewLinks label={t("archive.views")} views={LIST_VIEWS} current={view} nameOf={(each) => t(`archive.${each}`)} />
          </div>
          {list.total === 0 ? (
            <AdminCard>
              <EmptyState title={t(view === "archived" ? "archive.none" : "lotteries.none")} />
            </AdminCard>
          ) : (
            <>
              <LotteryCards lotteries={list.lotteries} onDelete={setLotteryToDelete} />
              <Pagination page={page} perPage={LOTTERIES_PER_PAGE} total={list.total} />
            </>
          )}
          <DeleteLotteryDialog lottery={lotteryToDelete} onClose={() => setLotteryToDelete(undefined)} />
        </>
      ) : (
        <AdminNotLoaded what="lotteries" />
      )}
    </AdminPage>
  );
}

/** The form of a draw opens above the list: move there after the button of a card was pressed. */
function useLeadToForm(edited: string | undefined): void {
  useEffect(() => {
    if (edited !== undefined && document.activeElement?.closest(".lottery-card")) focusHeading();
  }, [edited]);
}

/** Opens or closes the form. The guard of unsaved changes listens for its event. */
function FormButton({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation("admin-lotteries");
  return isOpen ? (
    <ButtonTo to={PAGE} variant="outline" icon={<X size={18} strokeWidth={1.6} aria-hidden="true" />}>
      {t("lotteries.cancel")}
    </ButtonTo>
  ) : (
    <ButtonTo to={`${PAGE}?form=${NEW}`} icon={<Plus size={18} strokeWidth={1.6} aria-hidden="true" />}>
      {t("lotteries.new")}
    </ButtonTo>
  );
}

function Subtitle({ edited: { id, fields } }: { edited: EditedLottery }) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const { title } = fillEnglish(fields);
  if (id === undefined) return t("lotteries.newSubtitle");
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t("lotteries.editName", { title })}
      {isStatus(fields.status) && <Badge tone={fields.status}>{t(`admin:status.${fields.status}`)}</Badge>}
      <LogLink subject={id} />
    </span>
  );
}
