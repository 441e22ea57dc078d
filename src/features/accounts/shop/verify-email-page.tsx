/** /verify-email: where the links lead that confirm an address, and where one's own is confirmed or sent another link. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { readText } from "#platform/json.server.ts";
import { ctxOf } from "#platform/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import type { PageWords } from "#ui/words.ts";
import { withNext } from "../rules/next-path.ts";
import { requireVisitor, visitorOf } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { requestVerification } from "../server/request-verification.ts";
import { findWaitingAddress, verifyEmail } from "../server/verify-email.ts";
import { SplitScreen } from "./split-screen.tsx";

const HERE = "/verify-email";

export const handle = { words: ["auth"] } satisfies PageWords;

/** With a link's token: the address that it waits to confirm. Without: how one's own stands, for whoever is signed in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  const waiting = token === null ? undefined : await findWaitingAddress(ctxOf(context), token);
  if (token !== null && waiting) return { token, waiting, own: undefined };
  const visitor = token === null ? await requireVisitor(context, request, HERE) : await visitorOf(context, request);
  return {
    token: undefined,
    waiting: undefined,
    own: visitor && { email: visitor.email, isVerified: visitor.emailVerified },
    isExpired: token !== null,
  };
}

/** The address may hold a secret. */
export function headers({ actionHeaders }: HeadersArgs) {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
}

/** `done`: confirmed. `resent`: another link is under way. */
type Outcome =
  | { readonly done: string }
  | { readonly resent: string }
  | { readonly error: "linkExpired" | "userAlreadyExists" | "verifyEmail.error" }
  | { readonly error: "tooManyAttempts"; readonly wait: number };

/** Following a link changes nothing, for mail programs follow them, too: pressing the button does. */
export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = ctxOf(context);
  const token = new URLSearchParams(await readText(request)).get("token");
  if (token === null) return sendAgain(request, context);
  const verified = await verifyEmail(ctx, token).catch((error: unknown) => {
    ctx.log.error({ err: error }, "an address could not be confirmed");
    return undefined;
  });
  if (verified === undefined) return data<Outcome>({ error: "verifyEmail.error" }, { status: 503 });
  if (verified.ok) return data<Outcome>({ done: verified.value.email });
  return data<Outcome>({ error: verified.error }, { status: verified.error === "linkExpired" ? 410 : 409 });
}

async function sendAgain(request: Request, context: ActionFunctionArgs["context"]) {
  const visitor = await requireVisitor(context, request, HERE);
  const asked = await requestVerification(ctxOf(context), visitor);
  if (asked.ok) return data<Outcome>({ resent: visitor.email });
  const headers = { "Retry-After": String(asked.retryAfterSeconds) };
  return data<Outcome>({ error: "tooManyAttempts", wait: minutes(asked.retryAfterSeconds) }, { status: 429, headers });
}

export default function VerifyEmailPage() {
  const { token, waiting, own, isExpired } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const { t } = useTranslation("auth");
  const error = outcome && "error" in outcome ? outcome.error : undefined;
  if (outcome && "done" in outcome) return <Confirmed email={outcome.done} />;
  if (error === "userAlreadyExists") {
    return (
      <Screen title={t("verifyEmail.takenTitle")} lead={t("verifyEmail.takenText")}>
        <LinkButton to="/prize">{t("verifyEmail.toShop")}</LinkButton>
      </Screen>
    );
  }
  if (waiting && error !== "linkExpired") {
    const { email, isNew } = waiting;
    return (
      <Screen
        title={t("verifyEmail.title")}
        lead={isNew ? t("verifyEmail.changeLead", { email }) : t("verifyEmail.lead", { email })}
      >
        {error === "verifyEmail.error" && <Note tone="danger" role="alert" title={t(error)} />}
        <PressForm token={token} label={t("verifyEmail.submit")} busyLabel={t("verifyEmail.busy")} />
      </Screen>
    );
  }
  if (own?.isVerified) return <Confirmed email={own.email} />;
  const isOver = isExpired || error === "linkExpired";
  return (
    <Screen
      title={isOver ? t("verifyEmail.expiredTitle") : t("verifyEmail.openTitle")}
      lead={isOver ? t("verifyEmail.expiredText") : t("verifyEmail.openLead")}
    >
      {outcome && "resent" in outcome && (
        <Note tone="success" role="status" title={t("verifyEmail.resent", { email: outcome.resent })} />
      )}
      {outcome && "wait" in outcome && <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome.wait })} />}
      {own ? (
        <>
          {!isOver && <p className="break-words">{t("verifyEmail.openText", { email: own.email })}</p>}
          <PressForm token={undefined} label={t("verifyEmail.resend")} busyLabel={t("verifyEmail.resendBusy")} />
        </>
      ) : (
        <LinkButton to={withNext("/login", HERE)} full>
          {t("verifyEmail.login")}
        </LinkButton>
      )}
    </Screen>
  );
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation("auth");
  return (
    <Screen title={t("verifyEmail.doneTitle")} lead={t("verifyEmail.doneText", { email })}>
      <LinkButton to="/prize">{t("verifyEmail.toShop")}</LinkButton>
    </Screen>
  );
}

function Screen({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <SplitScreen title={title} lead={lead}>
      <title>{`${title} – Concours`}</title>
      {children}
    </SplitScreen>
  );
}

function PressForm({ token, label, busyLabel }: { token: string | undefined; label: string; busyLabel: string }) {
  return (
    <Form method="post" className="grid">
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <Button type="submit" full busy={useNavigation().state !== "idle"} busyLabel={busyLabel}>
        {label}
      </Button>
    </Form>
  );
}
