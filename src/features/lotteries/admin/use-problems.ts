import { useTranslation } from "react-i18next";
import { CONFIRM_PAGE } from "#features/accounts/rules/proof-asked.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { FieldName } from "../rules/lottery-fields.ts";
import { FIELD_NAMES } from "../rules/lottery-fields.ts";
import { MAX_PICTURES } from "../rules/picture-files.ts";
import { GAP_PLACES } from "../rules/publishing.ts";
import type { SaveRefusal, SaveReply } from "./lottery-form-view.ts";

export type Place = FieldName | "pictures" | "reason" | "reason_note";

/** Where a refusal is told; those that are about no place stand for the status. */
const PLACES: Partial<Record<SaveRefusal, Place>> = {
  too_many_pictures: "pictures",
  same_picture: "pictures",
  picture_gone: "pictures",
  picture_refused: "pictures",
  too_large: "pictures",
  no_reason: "reason",
  note_refused: "reason_note",
  failed: "title",
  not_found: "title",
  already_made: "title",
  promised: "price_per_ticket",
};

export function useProblems(reply: SaveReply | undefined) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const label = useLabel();
  const { refusal, problems = {}, gaps = [] } = reply ?? {};
  const messages = new Map<Place, string>();
  for (const name of FIELD_NAMES) {
    const problem = problems[name];
    if (problem !== undefined) messages.set(name, t(`lotteries.problem.${problem}`, { field: label(name) }));
  }
  const missing = new Set(gaps.map((gap): string => t(`lotteries.gap.${gap}`)));
  for (const gap of gaps) messages.set(GAP_PLACES[gap], t(`lotteries.gap.${gap}`));
  const said =
    refusal === undefined || refusal === "conflict" || refusal === "not_ready"
      ? undefined
      : t(`lotteries.refusal.${refusal}`, { n: MAX_PICTURES });
  const place = refusal === undefined ? undefined : (PLACES[refusal] ?? "status");
  if (said !== undefined && place !== undefined) messages.set(place, said);
  return {
    errors: [...messages].map(([name, message]) => ({
      fieldId: name,
      message: message === said || missing.has(message) ? message : t("admin:kit.named", { name: label(name), text: message }),
      to: refusal === "proof_needed" && message === said ? CONFIRM_PAGE : undefined,
    })),
    of: (name: Place): string | undefined =>
      // A failure of the whole is no fault of the first field.
      place === name && (refusal === "failed" || refusal === "not_found" || refusal === "already_made")
        ? undefined
        : messages.get(name),
  };
}

export function useLabel(): (name: Place) => string {
  const { t } = useTranslation("admin-lotteries");
  const { number } = useFormat();
  return (name) => {
    const option = /^option([0-3])(_fr)?$/.exec(name);
    if (option) {
      const n = number(Number(option[1]) + 1);
      return option[2] ? t("lotteries.field.optionFr", { n }) : t("lotteries.field.option", { n });
    }
    return t(`lotteries.field.${name as Exclude<Place, `option${string}`>}`);
  };
}
