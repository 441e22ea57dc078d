/** /mail-preferences: marketing mail of the user who is signed in, or who has the link of a mail. */
import { useTranslation } from "react-i18next";
import { type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err, ok } from "#shared/result.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm } from "#ui/forms/parse-form.ts";
import { type FormReply, replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { isMailTopic, MAIL_TOPICS } from "../rules/mail-refusal.ts";
import { withNext } from "../rules/sign-in/next-path.ts";
import { chooseMail, findMailChoices, readMailChoiceToken } from "../server/profile/mail-choices.ts";
import { visitorOf } from "../server/sessions/find-visitor.ts";
import type { Route } from "./+types/mail-preferences-page.ts";
import { SplitScreen } from "./sign-in/split-screen.tsx";

const HERE = "/mail-preferences";

export const handle = { messages: ["profile"], failures: { send: "profile:mailChoices.failed" } } satisfies PageMessages &
  PageFailures;

/** The address contains a secret. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

/**
 * The id of the user whose mail is chosen. The link takes precedence over the session of the browser, which
 * may be another user's.
 */
async function readerOf(context: Readonly<RouterContextProvider>, request: Request): Promise<string | undefined> {
  const token = new URL(request.url).searchParams.get("token");
  if (token !== null) return readMailChoiceToken(ctxOf(context), token);
  return (await visitorOf(context, request))?.id;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const userId = await readerOf(context, request);
  if (userId === undefined) return { found: "badLink" } as const;
  const choices = await findMailChoices(ctxOf(context), userId);
  if (!choices) return { found: "gone" } as const;
  return { found: "choices", ...choices, isSaved: new URL(request.url).searchParams.has("saved") } as const;
}

const schema = z.object({
  intent: z.literal("choose"),
  topic: z.array(z.string()).default([]),
  none: z.boolean().default(false),
});

/** `badLink`: the link's token is invalid, or there is no session. */
type ChoicesReply = FormReply<"choose", "badLink" | "failed">;

/** Only the form changes anything, because mail programs follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = parseForm(await readFields(request), schema);
  const address = new URL(request.url);
  if (submission.status !== "success") throw redirect(HERE + address.search);
  const userId = await readerOf(context, request);
  if (userId === undefined) return replyTo(submission, err("badLink"), { status: { badLink: 400 } });
  const { topic, none } = submission.value;
  const choosing = chooseMail(ctx, userId, none ? [] : topic.filter(isMailTopic), "mail-preferences").then(() => ok());
  const saved = await orFailed(ctx, choosing, "email preferences could not be saved");
  if (!saved.ok) return replyTo(submission, saved, { status: { failed: 503 } });
  address.searchParams.set("saved", "");
  return redirect(HERE + address.search, 303);
}

export default function MailPreferencesPage({ loaderData: page }: Route.ComponentProps) {
  const { t } = useTranslation("profile");
  if (page.found === "choices") return <Choices {...page} />;
  const { found } = page;
  return (
    <SplitScreen title={t(`mailChoices.${found}`)} lead={t(`mailChoices.${found}Text`)}>
      {found === "badLink" && (
        <LinkButton to={withNext("/login", HERE)} full>
          {t("mailChoices.login")}
        </LinkButton>
      )}
      <LinkButton to="/contact" variant="outline" full>
        {t("mailChoices.contact")}
      </LinkButton>
    </SplitScreen>
  );
}

type ChoicesProps = { address: string; topics: readonly string[]; isSaved: boolean; isExcluded: boolean };

function Choices({ address, topics, isSaved, isExcluded }: ChoicesProps) {
  const { t } = useTranslation("profile");
  const form = useShopForm<ChoicesReply>({ intent: "choose", navigates: true, say: (code) => t(`mailChoices.${code}`) });
  return (
    <SplitScreen title={t("mailChoices.title")} lead={t("mailChoices.lead", { address })}>
      {isSaved && form.problem === undefined && (
        <Note tone="success" role="status" title={t(topics.length > 0 ? "mailChoices.saved" : "mailChoices.savedNone")} />
      )}
      {isExcluded && <Note tone="info" title={t("mailChoices.resting")} />}
      {/* Remounts after each choice, so that the boxes show the stored values. */}
      <ShopFormFrame form={form} className="grid gap-6" key={topics.join()}>
        <FormProblem form={form} />
        <fieldset className="grid gap-5">
          <legend className="sr-only">{t("mailChoices.topics")}</legend>
          {MAIL_TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              id={`topic-${topic}`}
              {...form.box("topic", topic, topics.includes(topic))}
              disabled={isExcluded}
              label={t(`mailChoices.${topic}`)}
              description={t(`mailChoices.${topic}Text`)}
            />
          ))}
        </fieldset>
        <Button type="submit" full busy={form.isBusy} busyLabel={t("mailChoices.saving")}>
          {t("mailChoices.save")}
        </Button>
        <Button type="submit" name="none" value="on" variant="outline" full>
          {t("mailChoices.none")}
        </Button>
        <p className="type-small text-muted">{t("mailChoices.always")}</p>
      </ShopFormFrame>
    </SplitScreen>
  );
}
