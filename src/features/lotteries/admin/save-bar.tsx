/** The bar at the foot of a draw's form: what has changed, discarding and saving. */
import { useTranslation } from "react-i18next";
import { SaveBar } from "#ui/admin/save-bar.tsx";
import { Button } from "#ui/button.tsx";
import { FACT_LIST, type FactKey } from "../rules/fields/facts.ts";
import type { Place } from "./lottery-form-view.ts";

type Props = {
  isNew: boolean;
  /** Saving cancels the draw. */
  cancels: boolean;
  changed: readonly Place[];
  busy: boolean;
  /** Uploads are running. */
  waiting: boolean;
  onDiscard: () => void;
};

/** Fields of one fact are one group. */
type Group = FactKey | "pictures";
function groupOf(name: Place): Group | undefined {
  return name === "pictures" ? name : FACT_LIST.find(([, { names }]) => names.includes(name))?.[0];
}

/** `changed`: fields that differ from the stored draw. */
export function LotterySaveBar({ isNew, cancels, changed, busy, waiting, onDiscard }: Props) {
  const { t } = useTranslation(["admin-lotteries", "admin"]);
  const groups = [...new Set(changed.map(groupOf).filter((group) => group !== undefined))];
  const saveLabel = isNew ? t("lotteries.create") : t(cancels ? "lotteries.saveAndCancel" : "lotteries.save");
  const changesText = () => {
    if (groups.length === 0) return t("lotteries.nothingChanged");
    const names = new Set(groups.map((group) => t(`lotteries.group.${group}`)));
    return t("lotteries.unsaved", { what: [...names].join(", ") });
  };
  return (
    <SaveBar isUnsaved={groups.length > 0} status={waiting ? t("admin:kit.drop.uploading") : changesText()}>
      {groups.length > 0 && (
        <Button variant="tertiary" onClick={onDiscard}>
          {t("lotteries.discard")}
        </Button>
      )}
      <Button
        type="submit"
        variant={cancels ? "danger-solid" : "gold"}
        busy={busy}
        busyLabel={t("admin:kit.saving")}
        aria-disabled={waiting || undefined}
      >
        {saveLabel}
      </Button>
    </SaveBar>
  );
}
