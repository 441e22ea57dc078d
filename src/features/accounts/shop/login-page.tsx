/** /login. */
import { useTranslation } from "react-i18next";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { flashCookie } from "#platform/flash.server.ts";
import { readText } from "#platform/json.server.ts";
import { ctxOf } from "#platform/request.server.ts";
import { PageHead } from "#ui/page-head.tsx";
import { TextLink } from "#ui/text-link.tsx";
import type { PageWords } from "#ui/words.ts";
import { nextPath, withNext } from "../rules/next-path.ts";
import { deviceOf, visitorOf } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { sessionCookie } from "../server/session-cookie.ts";
import { signIn } from "../server/sign-in.ts";
import { signOut } from "../server/sign-out.ts";
import { LoginForm, type LoginRefusal, readLogin } from "./login-form.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { words: ["auth"] } satisfies PageWords;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  if (await visitorOf(context, request)) throw redirect(next);
  return { next };
}

/** Neither the form nor a refusal may be kept by anybody on the way. */
export function headers({ actionHeaders }: HeadersArgs) {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "no-store");
  return headers;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const submission = readLogin(new URLSearchParams(await readText(request)));
  const result = submission.reply({ hideFields: ["password"] });
  if (submission.status !== "success") return data({ result, refused: undefined }, 422);

  const signedIn = await signIn(ctx, submission.value, deviceOf(context, request));
  if (!signedIn.ok) {
    const isLimited = signedIn.error === "tooManyAttempts";
    const wait = isLimited ? signedIn.retryAfterSeconds : 0;
    const refused: LoginRefusal = { error: signedIn.error, minutes: minutes(wait) };
    const init = isLimited ? { status: 429, headers: { "Retry-After": String(wait) } } : { status: 401 };
    return data({ result: { ...result, status: "error" as const }, refused }, init);
  }
  // Whoever was signed in here before is no longer.
  await signOut(ctx, request.headers);
  const replyHeaders = new Headers();
  replyHeaders.append("Set-Cookie", sessionCookie(ctx, signedIn.value.sessionToken));
  replyHeaders.append("Set-Cookie", flashCookie("welcomeBack"));
  return redirect(nextPath(new URL(request.url).searchParams.get("next")), { headers: replyHeaders });
}

export default function LoginPage() {
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { t } = useTranslation("auth");
  return (
    <SplitScreen title={t("login.title")} lead={t("login.lead")}>
      <PageHead title={`${t("login.title")} – Concours`} description={t("login.lead")} />
      <LoginForm result={actionData?.result} refused={actionData?.refused} />
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t("login.noAccount")}
        <TextLink to={withNext("/register", loaderData.next)}>{t("login.register")}</TextLink>
      </p>
    </SplitScreen>
  );
}
