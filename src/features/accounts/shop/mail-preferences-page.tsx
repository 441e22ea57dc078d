/** /mail-preferences: what advertising somebody gets, for whoever holds the link of one of the mails, or is signed in. A plain form. */
import { useTranslation } from "react-i18next";
import { data, Form, type RouterContextProvider, redirect, useActionData, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { isMailTopic, MAIL_TOPICS } from "../rules/mail-refusal.ts";
import { withNext } from "../rules/next-path.ts";
import { visitorOf } from "../server/find-visitor.ts";
import { chooseMail, findMailChoices, readMailChoiceToken } from "../server/mail-choices.ts";
import type { Route } from "./+types/mail-preferences-page.ts";
import { SplitScreen } from "./split-screen.tsx";

const HERE = "/mail-preferences";

export const handle = { messages: ["profile"], failures: { send: "profile:mailChoices.failed" } } satisfies PageMessages &
  PageFailures;

/** The address holds a secret. */
export const headers = notKept({ hidesAddress: true, isListed: false });

/** A link counts before a session: it may be opened on somebody else's machine. */
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

/** Looking changes nothing, for mail programs follow links; pressing a button does. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const userId = await readerOf(context, request);
  if (userId === undefined) return data({ error: "badLink" } as const, { status: 400 });
  const form = await readFields(request);
  const topics = form.get("intent") === "none" ? [] : form.getAll("topic").filter(isMailTopic);
  const saved = await chooseMail(ctx, userId, topics, "mail-preferences").then(
    () => true,
    (error: unknown) => {
      ctx.log.error({ err: error }, "email preferences could not be saved");
      return false;
    },
  );
  if (!saved) return data({ error: "failed" } as const, { status: 503 });
  const address = new URL(request.url);
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

type ChoicesProps = { address: string; topics: readonly string[]; isSaved: boolean; isResting: boolean };

function Choices({ address, topics, isSaved, isResting }: ChoicesProps) {
  const { t } = useTranslation("profile");
  const failed = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  return (
    <SplitScreen title={t("mailChoices.title")} lead={t("mailChoices.lead", { address })}>
      {failed && <Note tone="danger" role="alert" title={t(`mailChoices.${failed.error}`)} />}
      {isSaved && !failed && (
        <Note tone="success" role="status" title={t(topics.length > 0 ? "mailChoices.saved" : "mailChoices.savedNone")} />
      )}
      {isResting && <Note tone="info" title={t("mailChoices.resting")} />}
      {/* Anew for each choice, so that a box shows what is stored. */}
      <Form method="post" className="grid gap-6" key={topics.join()}>
        <fieldset className="grid gap-5">
          <legend className="sr-only">{t("mailChoices.topics")}</legend>
          {MAIL_TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              id={`topic-${topic}`}
              name="topic"
              value={topic}
              defaultChecked={topics.includes(topic)}
              disabled={isResting}
              label={t(`mailChoices.${topic}`)}
              description={t(`mailChoices.${topic}Text`)}
            />
          ))}
        </fieldset>
        <Button type="submit" full busy={busy} busyLabel={t("mailChoices.saving")}>
          {t("mailChoices.save")}
        </Button>
        <Button type="submit" name="intent" value="none" variant="outline" full>
          {t("mailChoices.none")}
        </Button>
        <p className="type-small text-muted">{t("mailChoices.always")}</p>
      </Form>
    </SplitScreen>
  );
}
