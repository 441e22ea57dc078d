/** Free entries by post: one card, many pasted cards, and the cards keyed in last. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { notAllowed } from "#features/access/server/not-allowed.ts";
import { type AdminCall, adminCall, readOrLog } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { AdminPageNotLoaded } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type CodeOf, errorOf, refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { type CardForm, readCardForm } from "../../rules/postal/card-form.ts";
import { CARD_FIELDS } from "../../rules/postal/postal-card.ts";
import { sendCards } from "../../server/postal/key-in-batch.ts";
import { keyInCard } from "../../server/postal/key-in-card.ts";
import { checkCards } from "../../server/postal/key-in-cards.ts";
import { listFreeEntries } from "../../server/postal/list-free-entries.ts";
import type { Route } from "./+types/free-entries-page.ts";
import { CardPaste } from "./card-paste.tsx";
import { KeyedCards } from "./keyed-cards.tsx";
import { OneCard, type OneCardReply } from "./one-card.tsx";
import type { PasteReply } from "./paste-note.tsx";

/** `card`: key in one card; `check`: check pasted lines; `cards`: key them in. */
const INTENTS: readonly string[] = ["card", "check", "cards"];

export const handle = {
  messages: ["admin-entries"],
  failures: { load: "admin:notLoaded.freeEntries" },
} satisfies PageMessages & PageFailures;

/** Bytes: some hundred cards of some hundred letters. */
const MOST_BYTES = 512 * 1024;
/** Of the key that makes a form sent twice one request. */
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
type Reply = OneCardReply | PasteReply;

/** The fields of both forms. */
const shared = { draw: typedText, locale: typedText, requestKey: typedText };
const cardSchema = z.object({ ...shared, ...Object.fromEntries(CARD_FIELDS.map((name) => [name, typedText])) });
const pasteSchema = z.object({ ...shared, text: typedText, receivedOn: typedText });

/** The form of one card again, with what was typed. */
function refuseCard(fields: URLSearchParams, code: CodeOf<OneCardReply>): OneCardReply {
  return { intent: "card", refused: refuse(parseForm(fields, cardSchema), code) };
}

/** The pasted lines again. */
function refusePaste(fields: URLSearchParams, code: CodeOf<PasteReply>): PasteReply {
  return { intent: "paste", refused: refuse(parseForm(fields, pasteSchema), code) };
}

/** Keys in one card. */
async function keyInOne(ctx: Ctx, actor: Actor, form: CardForm, sent: URLSearchParams): Promise<OneCardReply | "forbidden"> {
  const { lotteryId, fields, locale, requestKey, isAnother } = form;
  const keyed = await keyInCard(ctx, actor, { lotteryId, fields, locale, requestKey, isAnother });
  if (keyed.ok) {
    return { intent: "card", entry: keyed.value, lastCard: { lotteryId, locale, receivedOn: fields.receivedOn } };
  }
  if (keyed.error === "forbidden") return keyed.error;
  if (!("problems" in keyed)) return refuseCard(sent, keyed.error);
  const fieldErrors = Object.fromEntries(
    CARD_FIELDS.flatMap((name) => (keyed.problems[name] ? [[name, [keyed.problems[name]]]] : [])),
  );
  return { intent: "card", refused: parseForm(sent, cardSchema).reply({ fieldErrors }) as OneCardReply["refused"] };
}

/** Checks or keys in pasted lines. */
async function keyInPaste(ctx: Ctx, actor: Actor, form: CardForm, fields: URLSearchParams): Promise<PasteReply | "forbidden"> {
  const { lotteryId, locale, requestKey, text, receivedOn, another } = form;
  const sent = { lotteryId, receivedOn, locale, text, requestKey };
  if (form.intent === "check") {
    const checked = await checkCards(ctx, actor, { lotteryId, text, receivedOn });
    if (checked.ok) return { intent: "paste", sent, checked: checked.value };
    return checked.error === "forbidden" ? checked.error : refusePaste(fields, checked.error);
  }
  const keyed = await sendCards(ctx, actor, { lotteryId, text, receivedOn, locale, batchKey: requestKey, another });
  if (!keyed.ok) return keyed.error === "forbidden" ? keyed.error : refusePaste(fields, keyed.error);
  const { value } = keyed;
  return { intent: "paste", sent, ...(value.kind === "keyed" ? { keyed: value.keyed } : { proposed: value.cards }) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const fields = await findFields(request, MOST_BYTES);
  if (!fields) return data<Reply>({ intent: "paste", refused: { status: "error", error: { "": ["too_large"] } } }, 413);
  if (!INTENTS.includes(fields.get("intent") ?? "")) throw redirect("/admin/free-entries");
  const form = readCardForm(fields);
  const isCard = form.intent === "card";
  const reply = await (isCard ? keyInOne(ctx, actor, form, fields) : keyInPaste(ctx, actor, form, fields)).catch(
    (error: unknown): Reply => {
      ctx.log.error({ err: error }, "a postal card could not be keyed in");
      return isCard ? refuseCard(fields, "failed") : refusePaste(fields, "failed");
    },
  );
  if (reply === "forbidden") throw notAllowed();
  const status = reply.refused ? 422 : 200;
  return data<Reply>(reply, errorOf<string>(reply) === "failed" ? 503 : status);
}

/** Keeps what was typed if the reply is lost; sending it again is the same request. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const initialValue = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const refused = { status: "error" as const, initialValue, error: { "": ["failed" as const] } };
    // A failure status skips the revalidation, which would fail as well.
    return data<Reply>({ intent: form.get("intent") === "card" ? "card" : "paste", refused }, 503);
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
            <OneCard draws={desk.draws} fresh={fresh} />
          </Allowed>
          <KeyedCards entries={desk.entries} />
          <Allowed right="entries.write">
            <CardPaste draws={desk.draws} fresh={fresh} />
          </Allowed>
        </div>
      )}
      {desk.draws.length === 0 && !reply && <KeyedCards entries={desk.entries} />}
    </AdminPage>
  );
}
