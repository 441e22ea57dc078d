/** A form with a single button on account pages. Error codes are keys of `auth.json`. */
import type { ParseKeys } from "i18next";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, type ShopForm, type ShopFormOptions, useShopForm } from "#ui/forms/use-shop-form.tsx";

type Options = Pick<ShopFormOptions<FormReply>, "intent" | "onRefused"> & {
  /** The sentence of the error `failed`. */
  failed?: ParseKeys<"auth">;
};

/** A form of an account page. Error codes are keys of `auth.json`. */
export function useAccountForm({ failed, ...options }: Options) {
  const { t } = useTranslation("auth");
  return useShopForm({
    ...options,
    navigates: true,
    say: (code, _field, reply) =>
      t(code === "failed" && failed ? failed : (code as ParseKeys<"auth">), { count: reply?.minutes ?? 1 }),
  });
}

type Props = Options &
  Pick<ComponentProps<typeof ShopFormFrame>, "fields" | "noValidate"> &
  Pick<ComponentProps<typeof Button>, "variant" | "busyLabel"> & {
    label: string;
    children?: (form: ShopForm) => ReactNode;
  };

/** The form with its error, fields (`children`) and one button (`label`). `fields`: hidden ones. */
export function AccountForm({ fields, noValidate = true, label, children, variant, busyLabel, ...options }: Props) {
  const form = useAccountForm(options);
  return (
    <ShopFormFrame form={form} fields={fields} noValidate={noValidate} className="grid gap-6">
      <FormProblem form={form} />
      {children?.(form)}
      <Button type="submit" full variant={variant} busyLabel={busyLabel} busy={form.isBusy}>
        {label}
      </Button>
    </ShopFormFrame>
  );
}
