/** /staff-invitation: accepts an invitation to the staff, also for a reader without an account. */
import { useTranslation } from "react-i18next";
import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { roleKey } from "#features/access/rules/rights.ts";
import { pageAddress, withNext } from "#features/accounts/rules/sign-in/next-path.ts";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { endedSessionCookie, sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { signOut } from "#features/accounts/server/sessions/sign-out.ts";
import { AccountForm } from "#features/accounts/shop/account-form.tsx";
import { HIDDEN, RegistrationForm, registration } from "#features/accounts/shop/registration-form.tsx";
import { SplitScreen } from "#features/accounts/shop/sign-in/split-screen.tsx";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { err } from "#shared/result.ts";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { acceptInvitation, findInvitation } from "../server/team/accept-invitation.ts";
import type { Route } from "./+types/staff-invitation-page.ts";
import { registerByLink } from "./register-by-link.server.ts";

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
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

/** Only a form accepts: mail programs follow links, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const answer = await answerInvitation(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function StaffInvitationPage({ loaderData: loaded, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const { t: admin } = useTranslation("admin-people");
  const { invitation } = loaded;
  if (!invitation || errorOf(reply) === "linkExpired") {
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
  const form = { fields: { token }, failed: "invitation.error" } as const;
  return (
    <SplitScreen title={t("invitation.title")} lead={t("invitation.lead", { role: admin(`staff.roles.${roleKey(role)}`) })}>
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
          <AccountForm {...form} intent="sign-out" label={t("invitation.signOut")} variant="outline" />
        </>
      )}
      {way === "accept" && (
        <AccountForm {...form} intent="accept" label={t("invitation.accept")} busyLabel={t("invitation.busy")} />
      )}
    </SplitScreen>
  );
}

const schema = registration.extend({ intent: z.enum(["register", "accept", "sign-out"]), token: typedText });
const STATUS = { linkExpired: 410, failed: 503 };

/** Accepts, opens an account and accepts, or signs another account out. Returns a reply or a redirect. */
async function answerInvitation(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") return redirect("/staff-invitation");
  const { intent, token } = submission.value;
  const here = `/staff-invitation?token=${encodeURIComponent(token)}`;
  if (intent === "sign-out") {
    await signOut(ctx, request.headers);
    return redirect(here, { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
  }
  const accept = async (reader: Parameters<typeof acceptInvitation>[1], headers = new Headers()) => {
    const accepted = await orFailed(ctx, acceptInvitation(ctx, reader, token), "an invitation could not be accepted");
    if (accepted.ok) {
      const { sessionToken } = accepted.value;
      if (sessionToken !== undefined) headers.append("Set-Cookie", sessionCookie(ctx, sessionToken));
      return redirect("/admin", { headers });
    }
    const { error } = accepted;
    if (error === "failed" || error === "linkExpired")
      return replyTo(submission, err(error), { status: STATUS, headers, ...HIDDEN });
    return replyTo(submission, err(`invitation.${error}`), { status: () => 409, headers, ...HIDDEN });
  };
  const visitor = await visitorOf(context, request);
  if (visitor) return accept({ id: visitor.id, sessionId: visitor.sessionId });
  if (intent === "accept") return redirect(here);

  const invitation = await findInvitation(ctx, token);
  if (!invitation) return replyTo(submission, err("linkExpired"), { status: STATUS, ...HIDDEN });
  // The account is always for the invited address.
  form.set("email", invitation.email);
  const registered = await registerByLink(context, request, form);
  if (registered === "taken") {
    // An account opened meanwhile can sign in. Otherwise it was closed for good, or may still be restored.
    if ((await findInvitation(ctx, token))?.hasAccount) return redirect(here);
    return replyTo(submission, err("invitation.no_account"), { status: () => 409, ...HIDDEN });
  }
  if ("shown" in registered) return registered.shown;
  return accept({ id: registered.userId, sessionId: undefined }, registered.headers);
}
