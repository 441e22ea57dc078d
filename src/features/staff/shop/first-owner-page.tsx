/** /first-owner: makes its reader the owner. The shop prints the link at start if it has no administrator. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { pageAddress, withNext } from "#features/accounts/rules/sign-in/next-path.ts";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
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
import { TextLink } from "#ui/text/text-link.tsx";
import { claimShop, isOffered } from "../server/team/first-owner.ts";
import type { Route } from "./+types/first-owner-page.ts";
import { registerByLink } from "./register-by-link.server.ts";

export const handle = {
  messages: ["auth"],
  failures: { send: "auth:firstOwner.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const [isOpen, visitor] = await Promise.all([isOffered(ctx, token), visitorOf(context, request)]);
  if (!isOpen) return data({ isOpen }, { status: 410 });
  const signInPath = withNext("/login", pageAddress(request.url));
  return data({ isOpen, email: visitor?.email, signInPath, token, today: londonDate(ctx.now()) } as const);
}

/** The address holds a secret. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

const schema = registration.extend({ intent: z.enum(["register", "accept"]), token: typedText });

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/first-owner");
  const { token } = submission.value;
  const refuse = (error: "linkExpired" | "failed" | "firstOwner.taken", headers = new Headers()) =>
    replyTo(submission, err(error), { status: { linkExpired: 410, failed: 503, "firstOwner.taken": 409 }, headers, ...HIDDEN });
  if (!(await isOffered(ctx, token))) return refuse("linkExpired");
  const visitor = await visitorOf(context, request);
  const registered = visitor ? { userId: visitor.id, headers: new Headers() } : await registerByLink(context, request, form);
  if (registered === "taken") return refuse("firstOwner.taken");
  if ("shown" in registered) return registered.shown;
  const { userId, headers } = registered;
  const claimed = await orFailed(
    ctx,
    claimShop(ctx, { id: userId, sessionId: visitor?.sessionId }, token),
    "the first owner could not be made",
  );
  if (claimed.ok && claimed.value !== undefined) headers.append("Set-Cookie", sessionCookie(ctx, claimed.value));
  if (claimed.ok) throw redirect(withNext("/second-factor", "/admin/live"), { headers });
  return refuse(claimed.error, headers);
}

export default function FirstOwnerPage({ loaderData: loaded, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  if (!loaded.isOpen || errorOf(reply) === "linkExpired") {
    return (
      <SplitScreen title={t("firstOwner.expiredTitle")} lead={t("firstOwner.expiredText")}>
        <LinkButton to="/" full>
          {t("invitation.shop")}
        </LinkButton>
      </SplitScreen>
    );
  }
  const { email, token, today, signInPath } = loaded;
  return (
    <SplitScreen title={t("firstOwner.title")} lead={t("firstOwner.lead")}>
      {email === undefined ? (
        <>
          <RegistrationForm today={today} invited={{ token, submit: t("firstOwner.submit") }} />
          <p className="type-small">
            <TextLink to={signInPath}>{t("firstOwner.signIn")}</TextLink>
          </p>
        </>
      ) : (
        <AccountForm
          intent="accept"
          fields={{ token }}
          failed="firstOwner.failed"
          label={t("firstOwner.accept")}
          busyLabel={t("invitation.busy")}
        >
          {() => <p>{t("firstOwner.signedIn", { email })}</p>}
        </AccountForm>
      )}
    </SplitScreen>
  );
}
