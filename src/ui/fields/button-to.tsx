/**
 * A button that leads to an address, as a form, so that it works before scripts load. For actions; links
 * lead to pages.
 */
import type { ComponentProps } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { Download } from "../icons.ts";

type Props = Omit<ComponentProps<typeof Button>, "type" | "onClick"> & {
  to: string;
  /** The address is a download. */
  isFile?: boolean;
  /** Re-authenticates first, unless that was done just now. */
  needsReauth?: boolean;
};

export function ButtonTo({ to, isFile = false, needsReauth = false, ...button }: Props) {
  const [path, search] = to.split("?");
  return (
    <Form action={path ?? to} reloadDocument={isFile} className="contents" {...(needsReauth && { "data-needs-reauth": "" })}>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} type="submit" />
    </Form>
  );
}

/** A button that downloads an export after the administrator has signed in again. */
export function ExportButton(button: Omit<Props, "isFile" | "needsReauth" | "variant" | "icon">) {
  const icon = <Download size={18} strokeWidth={1.6} aria-hidden="true" />;
  return <ButtonTo {...button} isFile needsReauth variant="outline" icon={icon} />;
}
