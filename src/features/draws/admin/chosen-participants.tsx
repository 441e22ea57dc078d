/** Choosing participants of a draw, over several pages and searches, to write to them. */
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Check } from "#ui/icons.ts";

/** They are sent in the address, which servers accept up to some 16 kB. */
const MOST_CHOSEN = 200;
const FORM = "write-to-chosen";

export type Choice = { readonly ids: ReadonlySet<string>; readonly onChange: (ids: ReadonlySet<string>) => void };

export function ChooseParticipant({ id, label, choice }: { id: string; label: string; choice: Choice }) {
  const isChosen = choice.ids.has(id);
  const others = [...choice.ids].filter((other) => other !== id);
  const toggle = () => choice.onChange(new Set(isChosen ? others : [...others, id]));
  return (
    <span className="check-hit">
      <input
        type="checkbox"
        name="to"
        value={id}
        form={FORM}
        aria-label={label}
        className="native-control"
        checked={isChosen}
        disabled={!isChosen && choice.ids.size >= MOST_CHOSEN}
        onChange={toggle}
      />
      <span className="check-box">
        <Check size={15} strokeWidth={3} aria-hidden="true" />
      </span>
    </span>
  );
}

/** `shown`: the ids with a checkbox on the page; the other chosen ones are sent along. */
export function WriteToChosen({ lotteryId, shown, choice }: { lotteryId: string; shown: readonly string[]; choice: Choice }) {
  const { t } = useTranslation("admin-draws");
  const { number } = useFormat();
  const { size } = choice.ids;
  return (
    <form id={FORM} action={`/admin/draw/${lotteryId}/write`} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-5">
      <input type="hidden" name="some" value="1" />
      {[...choice.ids]
        .filter((id) => !shown.includes(id))
        .map((id) => (
          <input key={id} type="hidden" name="to" value={id} />
        ))}
      <Button type="submit" variant="outline" size="sm">
        {t("draw.participants.writeSome")}
      </Button>
      <p role="status" className="text-sm text-muted">
        {size > 0 &&
          t(size < MOST_CHOSEN ? "draw.participants.chosen" : "draw.participants.mostChosen", { count: size, n: number(size) })}
      </p>
      {size > 0 && (
        <button type="button" className="link-quiet text-sm" onClick={() => choice.onChange(new Set())}>
          {t("draw.participants.chooseNone")}
        </button>
      )}
    </form>
  );
}
