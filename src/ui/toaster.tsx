/** The half of `toast.tsx` that carries the library: fetched with the first message, not with every page. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Toaster as Sonner, toast } from "sonner";
import type { Message } from "./toast.tsx";

const shownMs = 5_000;

/** `onReady` is called once messages can be shown. Styles come with app.css, for the reply's policy forbids a library to write its own. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation("common");
  // Sonner listens from its own effect on, which runs before this one.
  useEffect(onReady, [onReady]);
  return (
    <Sonner
      position="top-center"
      duration={shownMs}
      visibleToasts={3}
      expand
      gap={10}
      offset={{ top: 20 }}
      mobileOffset={{ top: "calc(var(--header-h) + 4px)", left: 16, right: 16 }}
      containerAriaLabel={t("notifications")}
    />
  );
}

export function show({ tone, text, id }: Message): void {
  toast.custom(
    () => (
      <div role={tone === "success" ? "status" : "alert"} className="toast">
        {tone === "success" ? (
          <CircleCheck size={20} strokeWidth={1.8} className="text-success" aria-hidden="true" />
        ) : (
          <CircleAlert size={20} strokeWidth={1.8} className="text-danger" aria-hidden="true" />
        )}
        {text}
      </div>
    ),
    id === undefined ? {} : { id },
  );
}
