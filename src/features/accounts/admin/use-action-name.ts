/** What an action of the audit log is called on screen. */
import { useTranslation } from "react-i18next";
import { type ActionKey, type AuditAction, isAuditAction } from "../rules/audit-actions.ts";

/** An action that a later version of the shop has written keeps its own name. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation("admin-log");
  return (action) => (isAuditAction(action) ? t(`auditActions.${action.replace("-", "_") as ActionKey<AuditAction>}`) : action);
}
