/**
 * The dialog that asks visitors whether they are 18. Inline scripts open it before the page's scripts load.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { OnceScript } from "#ui/loading/once-script.tsx";
import { Logo } from "#ui/logo.tsx";
import { usePagePath } from "#ui/navigation/page-path.ts";
import type { GatePicture } from "./age-gate-picture.ts";

declare global {
  interface Window {
    /** Set by the page's inline script, so that bundles need not contain it. */
    openAgeGate?: typeof openAgeGate;
  }
}

/** The buttons submit this form, which only exists without scripts. */
const FORM = "age-form";

/** First in the body and closed: the script after it opens it. Without scripts, styles show it. */
export function AgeGate({ picture }: { picture: GatePicture | undefined }) {
  const { t } = useTranslation("age-verification");
  const here = usePagePath();
  const gate = useRef<HTMLDialogElement>(null);
  // React may have replaced the document after a failed hydration.
  useEffect(() => window.openAgeGate?.(gate.current), []);
  return (
    <>
      <dialog ref={gate} className="gate" aria-labelledby="gate-title" aria-describedby="gate-text" suppressHydrationWarning>
        {picture && <Sources picture={picture} />}
        <div className="gate-body">
          <Logo />
          <h2 id="gate-title" className="type-display mt-auto text-[2.75rem] leading-none">
            {t("title")}
          </h2>
          <p id="gate-text" className="type-lead mt-4.5 mb-8">
            {t("text")}
          </p>
          <div className="grid gap-3">
            <Button type="submit" form={FORM} name="age" value="adult" data-age="adult">
              {t("over18")}
            </Button>
            <Button type="submit" form={FORM} name="age" value="minor" data-age="minor" variant="outline">
              {t("under18")}
            </Button>
          </div>
          <p className="type-small mt-5.5">{t("note")}</p>
          <noscript>
            <form id={FORM} method="post" action="/first-visit/age">
              <input type="hidden" name="next" value={here} />
            </form>
          </noscript>
        </div>
      </dialog>
      <GateScript />
    </>
  );
}

/** Lazy, so that a closed gate fetches nothing. */
function Sources({ picture: { sources, fallback } }: { picture: GatePicture }) {
  return (
    <picture className="gate-picture">
      {sources.map((source) => (
        <source key={source.media} type="image/avif" {...source} />
      ))}
      <img src={fallback} alt="" width={1600} height={1000} loading="lazy" decoding="async" />
    </picture>
  );
}

/** In the head: a style sheet for one visitor hides the gate and the cookie bar that they have answered. */
export function AnsweredStyle() {
  return (
    <noscript>
      <link rel="stylesheet" href="/first-visit/style" />
    </noscript>
  );
}

/** In the head, before the styles, which block scripts: preloads the gate's picture if the gate will open. */
export function AgeGatePreload({ picture }: { picture: GatePicture | undefined }) {
  return (
    <OnceScript text={() => `(${preloadGatePicture.toString()})(document.head,${JSON.stringify(picture?.sources ?? [])})`} />
  );
}

/** The script after the gate, which opens it. */
function GateScript() {
  return (
    <OnceScript text={() => `(window.openAgeGate=${openAgeGate.toString()})(document.currentScript.previousElementSibling)`} />
  );
}

/** Adds a preload of each source to `head`, unless the gate stays closed. Browsers without AVIF ignore it. */
function preloadGatePicture(head: HTMLHeadElement, sources: GatePicture["sources"]): void {
  try {
    if (document.cookie.includes("age-verified=true") || window.top !== window.self) return;
    if (localStorage.getItem("age-verified") === "true") return;
  } catch {
    // Without storage, the gate opens on every page.
  }
  for (const { media, srcSet, sizes } of sources) {
    const link = document.createElement("link");
    Object.assign(link, {
      rel: "preload",
      as: "image",
      type: "image/avif",
      fetchPriority: "high",
      media,
      imageSrcset: srcSet,
      imageSizes: sizes,
    });
    head.append(link);
  }
}

/**
 * Shows the gate as a modal dialog, except in a frame. `adult` is stored in this browser and in the cookie of
 * `rules/age.ts`; `minor` leaves and stores nothing. Source: specification, sections 2 and 4.
 */
function openAgeGate(gate: HTMLDialogElement | null): void {
  if (!gate || gate.open || window.top !== window.self) return;
  const flag = "age-verified";
  const hasCookie = document.cookie.split("; ").includes(`${flag}=true`);
  const remember = () => {
    const secure = window.location.protocol === "https:" ? "; Secure" : "";
    if (!hasCookie) document.cookie = `${flag}=true; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    localStorage.setItem(flag, "true");
  };
  try {
    if (hasCookie || localStorage.getItem(flag) === "true") {
      remember();
      return;
    }
  } catch {
    if (hasCookie) return;
    // Without storage, the gate opens on every page.
  }
  gate.onclick = (event) => {
    const { age } = (event.target as Element).closest<HTMLElement>("[data-age]")?.dataset ?? {};
    if (age === "minor") window.location.replace("https://www.google.com/");
    if (age !== "adult") return;
    try {
      remember();
    } catch {
      // Without storage, the answer holds for this page.
    }
    gate.close();
    // The gate's button had the focus: move it to the content.
    document.getElementById("content")?.focus({ preventScroll: true });
    // The page behind the gate had no layout, so the browser could not scroll to the fragment.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  };
  gate.oncancel = (event) => event.preventDefault();
  gate.onkeydown = (event) => {
    // A second Escape would close it without a `cancel` event.
    if (event.key === "Escape") event.preventDefault();
    if (event.key !== "Tab") return;
    const [first, last] = [...gate.querySelectorAll<HTMLElement>("[data-age]")];
    const edge = event.shiftKey ? first : last;
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  // The largest element of the first screen, which no longer waits for the styles.
  for (const picture of gate.querySelectorAll("img")) {
    picture.fetchPriority = "high";
    picture.loading = "eager";
  }
  gate.showModal();
}
