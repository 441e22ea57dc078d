/** A button that leads to an address: a form, so that it works before scripts load. For what opens or saves something; pages are led to by links. */
import type { ComponentProps } from "react";
import { Form } from "react-router";
import { Button } from "../button.tsx";
import { Download } from "../icons.ts";

type Props = Omit<ComponentProps<typeof Button>, "type" | "onClick"> & {
  to: string;
  /** What is there is a file, which the browser keeps by itself. */
  isFile?: boolean;
  /** The password is asked for first, unless it was given just now. */
  needsProof?: boolean;
};

export function ButtonTo({ to, isFile = false, needsProof = false, ...button }: Props) {
  const [path, search] = to.split("?");
  return (
    <Form action={path ?? to} reloadDocument={isFile} className="contents" {...(needsProof && { "data-needs-proof": "" })}>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...button} type="submit" />
    </Form>
  );
}

export function ExportButton(button: Omit<Props, "isFile" | "needsProof" | "variant" | "icon">) {
  const icon = <Download size={18} strokeWidth={1.6} aria-hidden="true" />;
  return <ButtonTo {...button} isFile needsProof variant="outline" icon={icon} />;
}
