/** What can be done with an endpoint: a test, a pause, a new secret, and its end. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { type HookReply, hookErrorText } from "./webhook-reply.ts";

const DONE = { test: "hooks.tested", pause: "hooks.paused", resume: "hooks.resumed" } as const;

/** `onSecret` is told a new secret, this once. */
export function WebhookActions({ isPaused, onSecret }: { isPaused: boolean; onSecret: (secret: string) => void }) {
  const { t } = useTranslation("admin-api");
  return (
    <>
      <Order intent="test" />
      <Order intent={isPaused ? "resume" : "pause"} />
      <Ask intent="rotate" onDone={({ secret }) => secret !== undefined && onSecret(secret)} />
      <Ask intent="remove" onDone={() => toastSuccess(t("hooks.removed"))} />
    </>
  );
}

/** A form, so that it works before scripts load. */
function Order({ intent }: { intent: keyof typeof DONE }) {
  const { t } = useTranslation("admin-api");
  const fetcher = useFetcher<HookReply>();
  useReply(fetcher, (reply) =>
    reply.error === undefined
      ? toastSuccess(t(DONE[reply.intent as keyof typeof DONE]))
      : toastError(hookErrorText(t, reply.error)?.text ?? ""),
  );
  return (
    <fetcher.Form method="post" className="contents" {...(intent !== "pause" && { "data-needs-proof": "" })}>
      <Button type="submit" name="intent" value={intent} variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t(`hooks.${intent}`)}
      </Button>
    </fetcher.Form>
  );
}

function Ask({ intent, onDone }: { intent: "rotate" | "remove"; onDone: (reply: HookReply) => void }) {
  const { t } = useTranslation("admin-api");
  const fetcher = useFetcher<HookReply>();
  const [isAsked, setAsked] = useState(false);
  useReply(fetcher, (reply) => {
    setAsked(false);
    if (reply.error === undefined) onDone(reply);
    else toastError(hookErrorText(t, reply.error)?.text ?? "");
  });
  return (
    <>
      <Button variant={intent === "remove" ? "danger" : "outline"} size="sm" onClick={() => setAsked(true)}>
        {t(`hooks.${intent}`)}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t(`hooks.${intent}Title`)}
        description={t(`hooks.${intent}Text`)}
        confirmLabel={t(`hooks.${intent}`)}
        tone={intent === "remove" ? "danger" : "plain"}
        fetcher={fetcher}
        fields={{ intent }}
        needsProof
      />
    </>
  );
}
