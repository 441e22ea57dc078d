/** Whether a winner is named in public: who has objected is named nowhere. */
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";

export type NamingReply = { readonly error: "not_found" | "failed" | undefined };

export function Naming({ lotteryId, isHidden }: { lotteryId: string; isHidden: boolean }) {
  const { t } = useTranslation("admin-draws");
  const fetcher = useFetcher<NamingReply>();
  useReply(fetcher, ({ error }) => {
    if (error !== undefined) toastError(t("winners.updateFailed"));
  });
  return (
    <>
      {isHidden && <p className="admin-note mt-2">{t("winners.nameHidden")}</p>}
      <Allowed right="winners.write">
        <fetcher.Form method="post" action="/admin/winners" className="mt-2">
          <input type="hidden" name="intent" value="name" />
          <input type="hidden" name="lotteryId" value={lotteryId} />
          <input type="hidden" name="isHidden" value={String(!isHidden)} />
          <Button type="submit" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
            {t(isHidden ? "winners.showName" : "winners.hideName")}
          </Button>
        </fetcher.Form>
      </Allowed>
    </>
  );
}
