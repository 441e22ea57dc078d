/** /staff-invitation: where the link of an invitation to the staff leads. Whoever has no account opens one here. */

import { useTranslation } from "react-i18next";
import { data, Form, useNavigation } from "react-router";
import { pageAddress, withNext } from "#features/accounts/rules/next-path.ts";
import { roleKey } from "#features/accounts/rules/rights.ts";
import { findInvitation } from "#features/accounts/server/accept-invitation.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { RegistrationForm } from "#features/accounts/shop/registration-form.tsx";
import { SplitScreen } from "#features/accounts/shop/split-screen.tsx";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/staff-invitation-page.ts";
import { answerInvitation } from "./staff-invitation-answer.ts";

export const handle = {
  messages: ["auth", "admin", "admin-people"],
  failures: { send: "auth:invitation.error" },
} satisfies PageMessages & PageFailures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const [invitation, visitor] = await Promise.all([findInvitation(ctx, token), visitorOf(context, request)]);
  if (!invitation) return data({ invitation: undefined }, { status: 410 });
  const isTheirs = visitor?.email === invitation.email;
  const way = isTheirs ? "accept" : visitor ? "other" : invitation.hasAccount ? "signIn" : "register";
  const signInPath = withNext("/login", pageAddress(request.url));
  return data({ invitation, way, signInPath, token, today: londonDate(ctx.now()) } as const);
}

/** The address holds a secret. */
export const headers = notKept({ hidesAddress: true, isListed: false });

/** Following a link changes nothing, for mail programs follow them, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await answerInvitation(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function StaffInvitationPage({ loaderData: loaded, actionData: reply }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const { t } = useTranslation("auth");
  const { t: admin } = useTranslation("admin-people");
  const { invitation } = loaded;
  if (!invitation || reply?.error === "linkExpired") {
    return (
      <SplitScreen title={t("invitation.expiredTitle")} lead={t("invitation.expiredText")}>
        <LinkButton to="/" full>
          {t("invitation.shop")}
        </LinkButton>
      </SplitScreen>
    );
  }
  const { email, role } = invitation;
  const { way, token } = loaded;
  const said = reply?.error;
  return (
    <SplitScreen title={t("invitation.title")} lead={t("invitation.lead", { role: admin(`staff.roles.${roleKey(role)}`) })}>
      {said && <Note tone="danger" role="alert" title={t(said === "failed" ? "invitation.error" : `invitation.${said}`)} />}
      {way === "register" && (
        <RegistrationForm
          today={loaded.today}
          result={reply?.result}
          refused={reply?.refused}
          invited={{ email, token, submit: t("invitation.accept") }}
        />
      )}
      {way === "signIn" && (
        <>
          <p>{t("invitation.signInLead", { email })}</p>
          <LinkButton to={loaded.signInPath} full>
            {t("invitation.signIn")}
          </LinkButton>
        </>
      )}
      {way === "other" && (
        <>
          <p>{t("invitation.otherLead", { email })}</p>
          <Form method="post" className="grid">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" name="intent" value="sign-out" variant="outline" full busy={busy}>
              {t("invitation.signOut")}
            </Button>
          </Form>
        </>
      )}
      {way === "accept" && (
        <Form method="post" className="grid">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" name="intent" value="accept" full busy={busy} busyLabel={t("invitation.busy")}>
            {t("invitation.accept")}
          </Button>
        </Form>
      )}
    </SplitScreen>
  );
}
