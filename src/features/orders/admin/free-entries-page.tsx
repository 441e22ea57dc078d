/** /admin/free-entries: where cards that came by post are keyed in, one at a time or many pasted at once. */

import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { type AdminCall, adminCall, readOrLog } from "#features/accounts/server/admin-call.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { AdminPageNotLoaded } from "#ui/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { type CardForm, readCardForm } from "../rules/card-form.ts";
import { sendCards } from "../server/key-in-batch.ts";
import { keyInCard } from "../server/key-in-card.ts";
import { checkCards } from "../server/key-in-cards.ts";
import { listFreeEntries } from "../server/list-free-entries.ts";
import type { Route } from "./+types/free-entries-page.ts";
import { CardPaste } from "./card-paste.tsx";
import { KeyedCards } from "./keyed-cards.tsx";
import { OneCard, type OneCardReply } from "./one-card.tsx";
import type { PasteReply } from "./paste-note.tsx";

export const handle = {
  messages: ["admin-entries"],
  failures: { load: "admin:notLoaded.freeEntries" },
} satisfies PageMessages & PageFailures;

/** Some hundred cards, each of some hundred letters. */
const MOST_BYTES = 512 * 1024;
const KEY_BYTES = 16;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const locale = localeOf(context);
  const listed = await readOrLog(ctx, listFreeEntries(ctx, actor), "the free entries could not be listed");
  const desk = listed && {
    entries: listed.entries,
    draws: listed.draws.map(({ title, ...draw }) => ({ ...draw, title: inLanguage(title, locale) })),
  };
  const fresh = { requestKey: ctx.random(KEY_BYTES).toString("hex"), today: londonDate(ctx.now()) };
  return data({ desk, fresh }, { status: desk ? 200 : 503 });
}

type Ctx = AdminCall["ctx"];
type Actor = AdminCall["actor"];

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const fields = await findFields(request, MOST_BYTES);
  if (!fields) return data<Reply>({ paste: { kind: "too_large" } }, 413);
  const form = readCardForm(fields);
  const answered = await (form.intent === "card" ? keyInOne(ctx, actor, form) : keyInPaste(ctx, actor, form)).catch(
    (error: unknown): Reply => {
      ctx.log.error({ err: error }, "a postal card could not be keyed in");
      const failed = { kind: "failed", form } as const;
      return form.intent === "card" ? { card: failed } : { paste: failed };
    },
  );
  if (answered === "forbidden") throw notAllowed();
  const kind = answered.card?.kind ?? answered.paste?.kind ?? "failed";
  return data(answered, STATUS[kind]);
}

/** To the form that was sent. */
type Reply = { readonly card?: OneCardReply; readonly paste?: PasteReply };
const STATUS = { keyed: 200, refused: 422, checked: 200, keyed_all: 200, proposed: 200, failed: 503, too_large: 413 } as const;

async function keyInOne(ctx: Ctx, actor: Actor, form: CardForm): Promise<Reply | "forbidden"> {
  const { lotteryId, fields, locale, requestKey, isAnother } = form;
  const keyed = await keyInCard(ctx, actor, { lotteryId, fields, locale, requestKey, isAnother });
  if (keyed.ok) return { card: { kind: "keyed", form, entry: keyed.value } };
  const { error } = keyed;
  if (error === "forbidden") return error;
  return { card: { kind: "refused", form, error, problems: "problems" in keyed ? keyed.problems : {} } };
}

async function keyInPaste(ctx: Ctx, actor: Actor, form: CardForm): Promise<Reply | "forbidden"> {
  const { lotteryId, locale, requestKey, text, receivedOn, another } = form;
  if (form.intent === "check") {
    const checked = await checkCards(ctx, actor, { lotteryId, text, receivedOn });
    if (checked.ok) return { paste: { kind: "checked", form, checked: checked.value } };
    const { error } = checked;
    return error === "forbidden" ? error : { paste: { kind: "refused", form, error } };
  }
  const sent = await sendCards(ctx, actor, { lotteryId, text, receivedOn, locale, batchKey: requestKey, another });
  if (!sent.ok) return sent.error === "forbidden" ? sent.error : { paste: { kind: "refused", form, error: sent.error } };
  const { value } = sent;
  return {
    paste:
      value.kind === "keyed" ? { kind: "keyed_all", form, keyed: value.keyed } : { kind: "proposed", form, cards: value.cards },
  };
}

/** Where the answer gets lost on its way, what was typed stays; sent again it is the same request. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const failed = { kind: "failed" } as const;
    // A status of failure: nothing is read anew, for nothing would arrive.
    return data<Reply>(form.get("intent") === "card" ? { card: failed } : { paste: failed }, STATUS.failed);
  }
}

export default function FreeEntriesPage({ loaderData: { desk, fresh }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation(["admin-entries", "admin"]);
  if (!desk) {
    return <AdminPageNotLoaded title={t("freeEntries.title")} subtitle={t("freeEntries.subtitle")} what="freeEntries" />;
  }
  return (
    <AdminPage title={t("freeEntries.title")} subtitle={t("freeEntries.subtitle")}>
      {desk.draws.length === 0 && !reply && (
        <AdminCard className="mb-4">
          <EmptyState title={t("freeEntries.noDraws")}>{t("freeEntries.noDrawsText")}</EmptyState>
        </AdminCard>
      )}
      {(desk.draws.length > 0 || reply) && (
        <div className="admin-columns items-start">
          <Allowed right="entries.write">
            <OneCard draws={desk.draws} fresh={fresh} sent={reply?.card} />
          </Allowed>
          <KeyedCards entries={desk.entries} />
          <Allowed right="entries.write">
            <CardPaste draws={desk.draws} fresh={fresh} sent={reply?.paste} />
          </Allowed>
        </div>
      )}
      {desk.draws.length === 0 && !reply && <KeyedCards entries={desk.entries} />}
    </AdminPage>
  );
}
