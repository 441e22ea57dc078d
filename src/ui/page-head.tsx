/** The head of every page but home: its title before the shop's name. */
import { useTranslation } from "react-i18next";
import { DocumentHead } from "./document-head.tsx";

/** `description`: a sentence or two, for pages that others link to. */
export function PageHead({ title, description }: { title: string; description?: string }) {
  const whole = `${title} – ${useTranslation("common").t("shop")}`;
  return description === undefined ? <title>{whole}</title> : <DocumentHead title={whole} description={description} />;
}
