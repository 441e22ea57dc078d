/** The `<form>` element, with its intent and hidden fields. It works without scripts. */
import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { Form, FormProps } from "react-router";

type FrameProps = Omit<ComponentProps<typeof Form>, "method" | "id"> & {
  form: {
    readonly Form: unknown;
    readonly intent: string;
    readonly id?: string;
    readonly onSubmit?: FormProps["onSubmit"] | undefined;
  };
  fields?: Readonly<Record<string, string>> | undefined;
  /** False if each button of the form sends an intent of its own. */
  sendsIntent?: boolean | undefined;
  /** Re-authenticates first, unless that was done just now. */
  needsReauth?: boolean | undefined;
  children?: ReactNode;
};

export function ShopFormFrame({ form, fields = {}, sendsIntent = true, needsReauth = false, children, ...rest }: FrameProps) {
  const FormElement = form.Form as ComponentType<FormProps>;
  return (
    <FormElement
      {...rest}
      method="post"
      id={form.id}
      {...(form.onSubmit && { onSubmit: form.onSubmit })}
      {...(needsReauth && { "data-needs-reauth": "" })}
    >
      {sendsIntent && <input type="hidden" name="intent" value={form.intent} />}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </FormElement>
  );
}
