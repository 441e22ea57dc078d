/** Signing out from the profile. Where it fails, that is said, and one is still where one was. */
import { LogOut } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useFetcher } from "react-router";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { dropDraft } from "./use-kept-draft.ts";

export function SignOutButton({ full = false }: { full?: boolean }) {
  const { t } = useTranslation("profile");
  const fetcher = useFetcher<{ error?: string }>();
  const failed = fetcher.data?.error === "signOutError";
  useEffect(() => {
    if (failed) toastError(t("signOutError"), { id: "signOutError" });
  }, [failed, t]);
  return (
    <fetcher.Form method="post" action="/profile" onSubmit={dropDraft}>
      <Button
        type="submit"
        name="intent"
        value="sign-out"
        variant={full ? "outline" : "tertiary"}
        size={full ? "md" : "sm"}
        full={full}
        icon={<LogOut size={18} strokeWidth={1.6} aria-hidden="true" />}
        busy={fetcher.state !== "idle"}
        busyLabel={t("signOutBusy")}
      >
        {t("signOut")}
      </Button>
    </fetcher.Form>
  );
}
