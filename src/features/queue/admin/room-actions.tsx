/** Pausing a waiting room, and closing it, which is asked about first: everybody may come in at once then. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/feedback/confirm-dialog.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import type { RoomReply } from "./room-reply.ts";

/** `isOpen`: turns have begun to come. */
export function RoomActions({ isPaused, isOpen }: { isPaused: boolean; isOpen: boolean }) {
  return (
    <>
      {(isOpen || isPaused) && <Pause intent={isPaused ? "resume" : "pause"} />}
      <Close />
    </>
  );
}

function useSaid(): (reply: RoomReply) => void {
  const { t } = useTranslation("admin-lotteries");
  return ({ intent, error }) =>
    error === undefined ? toastSuccess(t(`queue.done.${intent}`)) : toastError(t(`queue.errors.${error}`));
}

/** A form, so that it works before scripts load. */
function Pause({ intent }: { intent: "pause" | "resume" }) {
  const { t } = useTranslation("admin-lotteries");
  const fetcher = useFetcher<RoomReply>();
  useReply(fetcher, useSaid());
  return (
    <fetcher.Form method="post" className="contents">
      <Button type="submit" name="intent" value={intent} variant="outline" size="sm" busy={fetcher.state !== "idle"}>
        {t(`queue.${intent}`)}
      </Button>
    </fetcher.Form>
  );
}

function Close() {
  const { t } = useTranslation("admin-lotteries");
  const fetcher = useFetcher<RoomReply>();
  const said = useSaid();
  const [isAsked, setAsked] = useState(false);
  useReply(fetcher, (reply) => {
    setAsked(false);
    said(reply);
  });
  return (
    <>
      <Button variant="danger" size="sm" onClick={() => setAsked(true)}>
        {t("queue.close")}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t("queue.closeTitle")}
        description={t("queue.closeText")}
        confirmLabel={t("queue.close")}
        fetcher={fetcher}
        fields={{ intent: "close" }}
      />
    </>
  );
}
