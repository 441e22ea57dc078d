import { type CSSProperties, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { findUnreadable, inkOn, isColour, isLightGround, textOn } from "#shared/brand/brand-colours.ts";
import { typefaceAddress } from "#shared/brand/brand-css.ts";
import { DEMO_BRAND, isTypeface, type Typeface } from "#shared/brand/brand.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { LogoMark } from "#ui/logo.tsx";
import type { BrandFields } from "../../rules/brand-form.ts";
import { logoAddress } from "./logo-field.tsx";

/** `typed`: the form's present values. `shown`: those in force. */
type Props = { typed: BrandFields; shown: BrandFields };

/** Home, draw, mail and payment page in small, with the typed values. */
export function ShopPreview({ typed, shown }: Props) {
  const { t } = useTranslation("admin-people");
  const colour = (name: "accent" | "ground") => (isColour(typed[name].toLowerCase()) ? typed[name].toLowerCase() : shown[name]);
  const chosen = { accent: colour("accent"), ground: colour("ground") };
  // Unreadable colours are refused, so the preview does not show them.
  const { accent, ground } = findUnreadable(chosen).length === 0 ? chosen : shown;
  const name = typed.name || shown.name;
  const trader = typed.traderName || shown.traderName;
  const typeface = isTypeface(typed.typeface) ? typed.typeface : DEMO_BRAND.typeface;
  useTypeface(typeface);
  const type: CSSProperties = { fontFamily: `"Preview ${typeface}", var(--font-sans)` };
  const night: CSSProperties = { ...type, background: ground, color: inkOn(ground) };
  const button = (text: string) => (
    <span
      className="justify-self-start rounded-[8px] px-4 py-2 text-sm font-[560]"
      style={{ background: accent, color: textOn(accent) }}
    >
      {text}
    </span>
  );
  const names = isLightGround(ground) ? (["logoOnLight", "logo"] as const) : (["logo", "logoOnLight"] as const);
  const logoName = names.find((each) => typed[each] !== "");
  const logoSource = logoName && logoAddress(logoName, typed[logoName]);
  const logo = (
    <span className="flex items-center gap-3 font-[600]" style={{ "--color-champagne": accent } as CSSProperties}>
      {logoSource ? (
        <img src={logoSource} alt={name} className="max-h-8 max-w-45" />
      ) : (
        <>
          <LogoMark /> <span className="wrap-anywhere">{name}</span>
        </>
      )}
    </span>
  );
  return (
    <AdminCard title={t("shop.preview")}>
      <div className="grid gap-5">
        <PreviewFrame title={t("shop.previews.home")} style={night}>
          {logo}
          <strong className="text-2xl">{t("shop.previews.headline")}</strong>
          {button(t("shop.previews.enter"))}
        </PreviewFrame>
        <PreviewFrame title={t("shop.previews.draw")} style={night}>
          <strong>{t("shop.previews.car")}</strong>
          <span style={{ color: accent }}>{t("shop.previews.price")}</span>
          {button(t("shop.previews.buy"))}
        </PreviewFrame>
        <PreviewFrame title={t("shop.previews.mail")} style={{ background: "#ffffff", color: "#1b1a18" }}>
          <span className="-mx-5 -mt-5 px-5 py-4" style={night}>
            {logo}
          </span>
          <span>{t("shop.previews.thanks", { name })}</span>
          {button(t("shop.previews.tickets"))}
          <span className="text-xs wrap-anywhere">{trader}</span>
        </PreviewFrame>
        <PreviewFrame title={t("shop.previews.payment")} style={{ ...night, fontFamily: "inherit" }}>
          <strong className="wrap-anywhere">{name}</strong>
          {button(t("shop.previews.pay"))}
        </PreviewFrame>
      </div>
    </AdminCard>
  );
}

/** Loads the typeface for the preview. */
function useTypeface(typeface: Typeface) {
  useEffect(() => {
    const family = `Preview ${typeface}`;
    if ([...document.fonts].some((face) => face.family.includes(family))) return;
    const face = new FontFace(family, `url(${typefaceAddress(typeface)})`, { weight: "300 700", stretch: "75% 125%" });
    document.fonts.add(face);
    void face.load().catch(() => undefined);
  }, [typeface]);
}

function PreviewFrame({ title, style, children }: { title: string; style: CSSProperties; children: ReactNode }) {
  return (
    <figure className="grid gap-2">
      <figcaption className="admin-note">{title}</figcaption>
      <div className="grid gap-4 overflow-hidden rounded-[10px] border border-line p-5" style={style}>
        {children}
      </div>
    </figure>
  );
}
