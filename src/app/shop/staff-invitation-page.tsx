/** /staff-invitation: where the link of an invitation to the staff leads. Whoever has no account opens one here. */
import { useTranslation } from "react-i18next";
import { data, Form, type RouterContextProvider, redirect, useNavigation } from "react-router";
import { pageAddress, withNext } from "#features/accounts/rules/next-path.ts";
import { roleKey } from "#features/accounts/rules/rights.ts";
import { type AcceptError, acceptInvitation, findInvitation } from "#features/accounts/server/accept-invitation.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { endedSessionCookie, sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { signOut } from "#features/accounts/server/sign-out.ts";
import { RegistrationForm } from "#features/accounts/shop/registration-form.tsx";
import { SplitScreen } from "#features/accounts/shop/split-screen.tsx";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/staff-invitation-page.ts";
import { type LinkAnswer, registerByLink } from "./register-by-link.ts";

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
      {way === "register" && <RegistrationForm today={loaded.today} invited={{ email, token, submit: t("invitation.accept") }} />}
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

type Answer = LinkAnswer<AcceptError | "failed" | "no_account">;

/** What its forms do: accept, open an account and accept, or sign somebody else out first. @returns a reply to be shown, or a redirect */
async function answerInvitation(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const token = form.get("token") ?? "";
  const here = `/staff-invitation?token=${encodeURIComponent(token)}`;
  if (form.get("intent") === "sign-out") {
    await signOut(ctx, request.headers);
    return redirect(here, { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
  }
  const visitor = await visitorOf(context, request);
  if (visitor) return accept(context, { id: visitor.id, sessionId: visitor.sessionId }, token);
  if (form.get("intent") === "accept") return redirect(here);

  const invitation = await findInvitation(ctx, token);
  if (!invitation) return data<Answer>({ error: "linkExpired" }, { status: 410 });
  // Whatever address a browser sends: the account is for the one that was invited.
  form.set("email", invitation.email);
  const registered = await registerByLink(context, request, form);
  if (registered === "taken") {
    // Somebody has opened one meanwhile: they sign in. Else it was closed for good, or may still go back to whoever had it.
    if ((await findInvitation(ctx, token))?.hasAccount) return redirect(here);
    return data<Answer>({ error: "no_account" }, { status: 409 });
  }
  if ("shown" in registered) return registered.shown;
  return accept(context, { id: registered.userId, sessionId: undefined }, token, registered.headers);
}

async function accept(
  context: Readonly<RouterContextProvider>,
  visitor: Parameters<typeof acceptInvitation>[1],
  token: string,
  headers = new Headers(),
) {
  const ctx = ctxOf(context);
  const accepted = await orFailed(ctx, acceptInvitation(ctx, visitor, token), "an invitation could not be accepted");
  if (accepted.ok) {
    const { sessionToken } = accepted.value;
    if (sessionToken !== undefined) headers.append("Set-Cookie", sessionCookie(ctx, sessionToken));
    return redirect("/admin", { headers });
  }
  const { error } = accepted;
  return data<Answer>({ error }, { status: error === "failed" ? 503 : error === "linkExpired" ? 410 : 409, headers });
}
