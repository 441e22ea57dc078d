/** A form that is one button: it acts at once and reports the result in a toast. It works without scripts. */
import type { ComponentProps } from "react";
import { Button } from "../button.tsx";
import { toastError, toastSuccess } from "../feedback/toast.tsx";
import { type CodeOf, errorOf, type FormReply } from "./reply.ts";
import { ShopFormFrame } from "./shop-form-frame.tsx";
import type { ShopFormOptions } from "./use-shop-form.tsx";
import { useSubmission } from "./use-submission.ts";

type Props<Reply extends FormReply> = Pick<ShopFormOptions<Reply>, "intent" | "say" | "onDone"> &
  Pick<ComponentProps<typeof ShopFormFrame>, "action" | "fields" | "needsReauth"> &
  Omit<ComponentProps<typeof Button>, "type" | "busy"> & {
    /** The success message. */
    done?: ((reply: Reply) => string | undefined) | undefined;
    formClassName?: string;
  };

export function ActionButton<Reply extends FormReply>(props: Props<Reply>) {
  const { intent, say, done, onDone, action, fields, needsReauth, formClassName, ...button } = props;
  const { Form, isBusy } = useSubmission<Reply>({
    intent,
    onReply: (reply) => {
      const error = errorOf(reply);
      if (error !== undefined) return toastError(say(error as CodeOf<Reply>, "", reply));
      const text = done?.(reply);
      if (text !== undefined) toastSuccess(text);
      onDone?.(reply);
    },
  });
  return (
    <ShopFormFrame form={{ Form, intent }} action={action} fields={fields} needsReauth={needsReauth} className={formClassName}>
      <Button {...button} type="submit" busy={isBusy} />
    </ShopFormFrame>
  );
}
