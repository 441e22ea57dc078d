/** /first-owner: where the link leads that a start prints while nobody administers the shop. Its reader becomes the owner. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { pageAddress, withNext } from "#features/accounts/rules/next-path.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { claimShop, isOffered } from "#features/accounts/server/first-owner.ts";
import { sessionCookie } from "#features/accounts/server/session-cookie.ts";
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
import { TextLink } from "#ui/text-link.tsx";
import type { Route } from "./+types/first-owner-page.ts";
import { type LinkAnswer, registerByLink } from "./register-by-link.ts";

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
export const headers = notKept({ hidesAddress: true, isListed: false });

type Answer = LinkAnswer<"linkExpired" | "failed" | "taken">;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const token = form.get("token") ?? "";
  if (!(await isOffered(ctx, token))) return data<Answer>({ error: "linkExpired" }, { status: 410 });
  const visitor = await visitorOf(context, request);
  const registered = visitor ? { userId: visitor.id, headers: new Headers() } : await registerByLink(context, request, form);
  if (registered === "taken") return data<Answer>({ error: "taken" }, { status: 409 });
  if ("shown" in registered) return registered.shown;
  const { userId, headers } = registered;
  const claimed = await orFailed(
    ctx,
    claimShop(ctx, { id: userId, sessionId: visitor?.sessionId }, token),
    "the first owner could not be made",
  );
  if (claimed.ok && claimed.value !== undefined) headers.append("Set-Cookie", sessionCookie(ctx, claimed.value));
  if (claimed.ok) throw redirect(withNext("/second-factor", "/admin/live"), { headers });
  return data<Answer>({ error: claimed.error }, { status: claimed.error === "failed" ? 503 : 410, headers });
}

export default function FirstOwnerPage({ loaderData: loaded, actionData: reply }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  const { t } = useTranslation("auth");
  if (!loaded.isOpen || reply?.error === "linkExpired") {
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
      {reply?.error && <Note tone="danger" role="alert" title={t(`firstOwner.${reply.error}`)} />}
      {email === undefined ? (
        <>
          <RegistrationForm today={today} invited={{ token, submit: t("firstOwner.submit") }} />
          <p className="type-small">
            <TextLink to={signInPath}>{t("firstOwner.signIn")}</TextLink>
          </p>
        </>
      ) : (
        <Form method="post" className="grid gap-6">
          <input type="hidden" name="token" value={token} />
          <p>{t("firstOwner.signedIn", { email })}</p>
          <Button type="submit" full busy={busy} busyLabel={t("invitation.busy")}>
            {t("firstOwner.accept")}
          </Button>
        </Form>
      )}
    </SplitScreen>
  );
}
