/** Says once per visit what went wrong, however often the page is drawn again. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toastError } from "#ui/feedback/toast.tsx";
import type { PurchaseView } from "../rules/purchase-view.ts";

type Text = "noTickets" | "loadFailure" | "invalidSession";

/** `isOver`: all tries to find tickets are used up. */
export function useResultToast(kind: PurchaseView["kind"], isOver: boolean): void {
  const { t } = useTranslation("success");
  const said = useRef(new Set<Text>());
  const text = textFor(kind, isOver);
  const sentence = text && t(`toast.${text}`);
  useEffect(() => {
    if (!text || !sentence || said.current.has(text)) return;
    said.current.add(text);
    toastError(sentence, { id: text });
  }, [text, sentence]);
}

function textFor(kind: PurchaseView["kind"], isOver: boolean): Text | undefined {
  if (kind === "invalid") return "invalidSession";
  if (kind === "failed") return "loadFailure";
  return kind === "waiting" && isOver ? "noTickets" : undefined;
}
