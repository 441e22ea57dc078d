/** Short messages at the top of the screen. Texts come translated; the same `id` shows a message once. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Toaster, toast } from "sonner";

const shownMs = 5_000;

/** Once, in the layout. Its styles come with app.css, for the reply's policy forbids a library to write its own. */
export function Toasts() {
  const { t } = useTranslation("common");
  return (
    <Toaster
      position="top-center"
      duration={shownMs}
      visibleToasts={3}
      gap={10}
      offset={{ top: 20 }}
      mobileOffset={{ top: "calc(var(--header-h) + 4px)", left: 16, right: 16 }}
      containerAriaLabel={t("notifications")}
    />
  );
}

type Options = { id?: string };

export function toastSuccess(text: string, options: Options = {}): void {
  toast.custom(
    () => (
      <div role="status" className="toast">
        <CircleCheck size={20} strokeWidth={1.8} className="text-success" aria-hidden="true" />
        {text}
      </div>
    ),
    options,
  );
}

export function toastError(text: string, options: Options = {}): void {
  toast.custom(
    () => (
      <div role="alert" className="toast">
        <CircleAlert size={20} strokeWidth={1.8} className="text-danger" aria-hidden="true" />
        {text}
      </div>
    ),
    options,
  );
}
