/** The pictures of a draw with a label of its state. */
import { useTranslation } from "react-i18next";
import { Chip } from "#ui/chip.tsx";
import { Gallery } from "#ui/pictures/gallery.tsx";
import { Picture } from "#ui/pictures/picture.tsx";
import type { LotteryView } from "../../rules/lottery-view.ts";

/** The label of the draw's phase. */
function StateChip({ lottery }: { lottery: LotteryView }) {
  const { t } = useTranslation("lottery");
  switch (lottery.phase) {
    case "on_sale":
      return <Chip dot="live">{t("chip.live")}</Chip>;
    case "upcoming":
    case "draft":
      return <Chip>{t(lottery.isShopShut ? "chip.shopShut" : "chip.upcoming", { date: lottery.opens.short })}</Chip>;
    case "sold_out":
      return <Chip>{t("chip.soldOut")}</Chip>;
    default:
      return <Chip>{t(`chip.${lottery.phase}`)}</Chip>;
  }
}

/** `chip` replaces the label of the state. */
export function LotteryGallery({ lottery, chip }: { lottery: LotteryView; chip?: string | undefined }) {
  const { t } = useTranslation("lottery");
  const { title, pictures } = lottery;
  const badge = chip === undefined ? <StateChip lottery={lottery} /> : <Chip>{chip}</Chip>;
  if (pictures.length === 0) {
    return (
      <div className="shot bleed rounded-none lg:rounded-card">
        <Picture picture={undefined} alt="" sizes="100vw" />
        <span className="absolute top-4 start-4">{badge}</span>
      </div>
    );
  }
  return (
    <Gallery
      label={t("picturesOf", { title })}
      pictures={pictures.map((picture, index) => ({ picture, alt: t("picture", { title, position: index + 1 }) }))}
      badge={badge}
      priority
    />
  );
}
