/** The question that stands before the shop until it is answered once: eighteen or not. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Logo } from "#ui/logo.tsx";
import { useNonce } from "#ui/nonce.ts";
import { openAgeGate } from "./open-age-gate.ts";
import smallAvif from "./pictures/rear-800.avif";
import smallWebp from "./pictures/rear-800.webp";
import largeAvif from "./pictures/rear-1400.avif";
import largeWebp from "./pictures/rear-1400.webp";

/** Put it first in the body: every page carries it shut, and the script after it opens it where it is needed, so that nobody sees a flash of either. */
export function AgeGate() {
  const { t } = useTranslation("age-verification");
  const gate = useRef<HTMLDialogElement>(null);
  // For a page that was not drawn by the server, such as one that stands in for a failed one.
  useEffect(() => openAgeGate(gate.current), []);
  return (
    <>
      <dialog ref={gate} className="gate" aria-labelledby="gate-title" aria-describedby="gate-text" suppressHydrationWarning>
        <GatePicture />
        <div className="gate-body">
          <Logo />
          <h2 id="gate-title" className="type-display mt-auto text-[2.75rem] leading-none">
            {t("title")}
          </h2>
          <p id="gate-text" className="type-lead mt-4.5 mb-8">
            {t("text")}
          </p>
          <div className="grid gap-3">
            <Button data-age="adult">{t("over18")}</Button>
            <Button data-age="minor" variant="outline">
              {t("under18")}
            </Button>
          </div>
          <p className="type-small mt-5.5">{t("note")}</p>
        </div>
      </dialog>
      <GateScript />
    </>
  );
}

/** Lazy, so that nothing is fetched for a gate that stays shut. */
function GatePicture() {
  const sizes = "(min-width: 1024px) 100vw, 220vw";
  return (
    <picture className="gate-picture">
      <source type="image/avif" srcSet={`${smallAvif} 800w, ${largeAvif} 1400w`} sizes={sizes} />
      <source type="image/webp" srcSet={`${smallWebp} 800w, ${largeWebp} 1400w`} sizes={sizes} />
      <img src={smallWebp} alt="" width={1600} height={1000} loading="lazy" decoding="async" />
    </picture>
  );
}

/** The browser leaves the server's content alone: it has run. */
function GateScript() {
  const nonce = useNonce();
  const script =
    typeof document === "undefined" ? `(${openAgeGate.toString()})(document.currentScript.previousElementSibling)` : "";
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  );
}
