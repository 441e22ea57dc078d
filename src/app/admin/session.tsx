/** Tells an administrator that what they have sent waits until they have signed in again, in another tab. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NEWS } from "#ui/admin-session.ts";
import { LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";

/** Says what is waited for. Closed, the form behind it waits all the same. */
export function SessionEnded() {
  const { t } = useTranslation("admin");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const hear = (news: Event) => setOpen(news instanceof CustomEvent && news.detail === true);
    addEventListener(NEWS, hear);
    return () => removeEventListener(NEWS, hear);
  }, []);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t("session.ended")}
      description={t("session.text")}
      footer={
        <LinkButton to="/login?next=/admin" target="_blank">
          {t("session.signIn")}
        </LinkButton>
      }
    />
  );
}
