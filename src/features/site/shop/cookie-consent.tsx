/** Asks about cookies: a bar at the foot of the page until there is an answer, and the settings behind it. */
import { Settings2 } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "#ui/button.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { useRoomBelow } from "#ui/use-room-below.ts";
import { type CookieSettings, ESSENTIAL_ONLY, EVERYTHING } from "../rules/cookie-settings.ts";
import { chooseCookies, customiseCookies, useConsent } from "./consent-store.ts";

/** Few open it, and it brings a dialog. */
const CookieDialog = lazy(() => import("./cookie-dialog.tsx"));

/** Once, in the layout, before the page: who reads with the keyboard or the ear meets it first. */
export function CookieConsent() {
  const { settings, isCustomising } = useConsent();
  return (
    <>
      {settings === undefined && <CookieBar />}
      {isCustomising && (
        <Suspense>
          <CookieDialog settings={settings ?? ESSENTIAL_ONLY} onSave={choose} onCancel={() => customiseCookies(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The button that was pressed is gone with the bar; whoever came by keyboard goes on with the page. */
function choose(settings: CookieSettings): void {
  chooseCookies(settings);
  document.getElementById("content")?.focus({ preventScroll: true });
}

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

function LearnMore({ children }: { children?: React.ReactNode }) {
  return (
    <Link to="/privacy" className="text-ink underline underline-offset-4 hover:text-champagne-hi">
      {children}
    </Link>
  );
}
