/** What is wrong with a field, under the field. */
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-2 text-sm text-danger">
      <CircleAlert size={18} strokeWidth={1.8} className="mt-px flex-none" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
