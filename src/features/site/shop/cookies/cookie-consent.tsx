/** The cookie bar and the dialog of its settings. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { Settings2 } from "#ui/icons.ts";
import { lazyPart } from "#ui/loading/lazy-part.tsx";
import { usePagePath } from "#ui/navigation/page-path.ts";
import { useRoomBelow } from "#ui/use-room-below.ts";
import { type CookieSettings, ESSENTIAL_ONLY, EVERYTHING } from "../../rules/cookie-settings.ts";
import { COOKIE_PAGE, chooseCookies, customiseCookies, useConsent } from "./stored-consent.ts";

/** Fetched when it is opened. */
const CookieDialog = lazyPart(() => import("./cookie-dialog.tsx"), NotOpened);

/** Rendered once in the layout, before the page: the first element for keyboards and screen readers. */
export function CookieConsent() {
  const { settings, isCustomising } = useConsent();
  return (
    <>
      {/* React renders the content of `noscript` on the server only. */}
      <noscript>{import.meta.env.SSR && <PlainCookieBar />}</noscript>
      {settings === undefined && <CookieBar />}
      {isCustomising && (
        <CookieDialog settings={settings ?? ESSENTIAL_ONLY} onSave={choose} onCancel={() => customiseCookies(false)} />
      )}
    </>
  );
}

/** Closes a dialog that failed to load, so that its button can be pressed again. */
function NotOpened({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation("common");
  useEffect(() => {
    const link = { to: COOKIE_PAGE, text: t("part.asPage") };
    toastError(t("part.notOpened"), { id: "cookie-settings", isLasting: true, link });
    onCancel();
  }, [t, onCancel]);
  return null;
}

/** The bar disappears with its button: move the focus to the content. */
function choose(settings: CookieSettings): void {
  chooseCookies(settings);
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** The bar until the visitor has chosen. */
function CookieBar() {
  const { t } = useTranslation("common");
  const bar = useRef<HTMLElement>(null);
  useRoomBelow(bar, "--cookie-bar-h");
  return (
    <section ref={bar} className="cookie-bar" aria-label={t("consent.label")}>
      <div className="wrap cookie-bar-body">
        <p className="max-w-[62ch] text-[0.9375rem] leading-normal text-muted">
          <RichText text={t("consent.text")} parts={{ more: (inner) => <LearnMore>{inner}</LearnMore> }} />
        </p>
        <div className="cookie-bar-choices">
          <Button variant="outline" size="sm" onClick={() => choose(ESSENTIAL_ONLY)}>
            {t("consent.rejectAll")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => choose(EVERYTHING)}>
            {t("consent.acceptAll")}
          </Button>
          <Button
            variant="tertiary"
            size="sm"
            icon={<Settings2 size={18} strokeWidth={1.6} aria-hidden="true" />}
            onClick={() => customiseCookies(true)}
          >
            {t("consent.customise")}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The same choices without scripts. It is on every page until `/first-visit/style` hides it. */
function PlainCookieBar() {
  const { t } = useTranslation("common");
  const here = usePagePath();
  return (
    <section className="cookie-bar-plain" aria-label={t("consent.label")}>
      <form method="post" action={COOKIE_PAGE} className="wrap cookie-bar-body">
        <input type="hidden" name="next" value={here} />
        <p className="max-w-[62ch] text-[0.9375rem] leading-normal text-muted">
          <RichText text={t("consent.text")} parts={{ more: (inner) => <LearnMore>{inner}</LearnMore> }} />
        </p>
        <div className="cookie-bar-choices">
          <Button type="submit" name="choice" value="essential" variant="outline" size="sm">
            {t("consent.rejectAll")}
          </Button>
          <Button type="submit" name="choice" value="all" variant="outline" size="sm">
            {t("consent.acceptAll")}
          </Button>
          <LinkButton to={`${COOKIE_PAGE}?next=${encodeURIComponent(here)}`} variant="tertiary" size="sm">
            {t("consent.customise")}
          </LinkButton>
        </div>
      </form>
    </section>
  );
}

function LearnMore({ children }: { children?: React.ReactNode }) {
  return (
    <Link to="/privacy" className="text-ink underline underline-offset-4 hover:text-champagne-hi">
      {children}
    </Link>
  );
}
