/** /won/{lotteryId}: the winner of a draw with a cash alternative chooses between prize and cash. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { wordsIn } from "#shared/language/locale.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
import { type FormReply, replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { PRIZE_CHOICES } from "../rules/prize-choice.ts";
import { type ChoiceError, chooseOwnPrize, findOwnChoice } from "../server/winners/choose-prize.ts";
import type { Route } from "./+types/choose-prize-page.ts";

export const handle = { messages: ["pastdraws"], failures: { send: "pastdraws:choice.failed" } } satisfies PageMessages &
  PageFailures;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visitor = await requireVisitor(context, request);
  const own = await findOwnChoice(ctxOf(context), visitor.id, params.lotteryId);
  if (!own) return data({ own: undefined }, { status: 404 });
  return data({ own: { ...own, title: wordsIn(own.title, localeOf(context)) } });
}

/** Not cached and not in search engines, because the page names the winner. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

const schema = z.object({ intent: z.literal("choose"), choice: z.enum(PRIZE_CHOICES) });
type ChooseReply = FormReply<"choose", ChoiceError | "failed">;

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const submission = parseForm(await readFields(request), schema);
  const { lotteryId } = params;
  if (submission.status !== "success") throw redirect("/profile");
  const { choice } = submission.value;
  const chosen = await orFailed(ctx, chooseOwnPrize(ctx, visitor.id, { lotteryId, choice }), "a winner's choice was not stored");
  return replyTo(submission, chosen, { status: { failed: 503, not_found: 404, too_late: 409 } });
}

/** The visitor's prize and choice. `paid`: the cash was transferred. */
type Own = NonNullable<Route.ComponentProps["loaderData"]["own"]>;

/** The offer, the choice so far, and the buttons while the choice is open. */
function ChoiceForm({ own: { title, cash, days, endsAt, isOpen, choice, paid } }: { own: Own }) {
  const { t } = useTranslation("pastdraws");
  const { money, date, number } = useFormat();
  const form = useShopForm<ChooseReply>({ intent: "choose", say: (code) => t(`choice.errors.${code}`) });
  const sum = money(cash, "whole");
  return (
    <div className="mt-4 grid gap-6">
      <div className="grid gap-3">
        <h1 className="type-h1">{t("choice.title")}</h1>
        <p className="type-lead">{t("choice.lead", { title, cash: sum })}</p>
        {isOpen && (
          <p>
            {endsAt === undefined
              ? t("choice.days", { count: days, n: number(days) })
              : t("choice.until", { date: date(new Date(endsAt)) })}
          </p>
        )}
      </div>
      <FormProblem form={form} />
      {paid && <Note tone="success" title={t("choice.paid", { cash: sum, date: date(paid.on), reference: paid.reference })} />}
      {!paid && choice !== undefined && <Note tone="success" role="status" title={t(`choice.chosen.${choice}`, { cash: sum })} />}
      {!paid && choice === undefined && !isOpen && <Note tone="info" title={t("choice.over")} />}
      {isOpen && (
        <ShopFormFrame form={form} className="flex flex-wrap gap-3">
          {PRIZE_CHOICES.map((each) => (
            <Button
              key={each}
              type="submit"
              name="choice"
              value={each}
              variant={each === choice ? "gold" : "outline"}
              aria-pressed={each === choice}
              busy={form.isBusy && form.sent?.get("choice") === each}
            >
              {t(`choice.take.${each}`, { cash: sum })}
            </Button>
          ))}
        </ShopFormFrame>
      )}
    </div>
  );
}

export default function ChoosePrizePage({ loaderData: { own } }: Route.ComponentProps) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="wrap max-w-[760px] pt-2 pb-16">
      <PageHead title={t(own ? "choice.title" : "record.notFound")} />
      <meta name="robots" content="noindex" />
      <BackLink to="/profile">{t("choice.back")}</BackLink>
      {own ? <ChoiceForm own={own} /> : <ErrorState level={1} title={t("record.notFound")} message={t("record.notFoundText")} />}
    </div>
  );
}
