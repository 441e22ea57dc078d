/** The language switch, which changes texts in place. Links, so that it works before scripts load. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { requestedLocale, LOCALE_PARAM, type Locale, offeredLanguages } from "#shared/language/locale.ts";
import { readParameters } from "#shared/page-parameters.ts";
import { Check, ChevronDown } from "../icons.ts";
import { switchMessages } from "./messages-browser.ts";
import { useLocale } from "./messages.ts";

export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLocale();
  const languages = offeredLanguages(current);
  const { pathname, search } = useLocation();
  // A cached page is rendered without the parameters that it does not read.
  const shownSearch = readParameters(pathname, search).toString();
  const choose = useChooseLanguage();
  const menu = useRef<HTMLDetailsElement>(null);
  useCloseOnPressOutside(menu);

  const close = () => menu.current?.removeAttribute("open");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    event.stopPropagation();
    close();
    menu.current.querySelector("summary")?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  const onChoose = (locale: Locale) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    close();
    menu.current?.querySelector("summary")?.focus();
    void choose(locale);
  };

  // Nothing to choose from.
  if (!languages[1]) return null;
  return (
    <details ref={menu} className="relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary
        aria-label={t("language.label", {
          code: current.toUpperCase(),
          name: languages.find(({ locale }) => locale === current)?.name,
        })}
        className="flex min-h-11 min-w-11 cursor-pointer list-none items-center gap-1.5 text-[0.9375rem] text-ink hover:text-champagne-hi [&::-webkit-details-marker]:hidden"
      >
        <span aria-hidden="true">{current.toUpperCase()}</span>
        <ChevronDown aria-hidden="true" size={16} />
      </summary>
      <ul className="absolute top-full end-0 z-30 mt-2 min-w-44 rounded-control border border-line-mid bg-raised p-1.5 shadow-panel">
        {languages.map(({ locale, name }) => (
          <li key={locale}>
            <a
              // Without scripts: an uncached page that sets the cookie.
              href={`${pathname}${withLocale(shownSearch, locale)}&${LOCALE_PARAM}=keep`}
              rel="nofollow"
              hrefLang={locale}
              lang={locale}
              className="flex min-h-11 items-center justify-between gap-6 rounded-[6px] px-3 text-[0.9375rem] text-ink hover:bg-pack-hover"
              aria-current={locale === current ? "true" : undefined}
              onClick={onChoose(locale)}
            >
              {name}
              {locale === current && <Check aria-hidden="true" size={16} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Switches texts in place and reloads the server's; if texts do not arrive, loads the whole page. */
function useChooseLanguage(): (locale: Locale) => Promise<void> {
  const { i18n } = useTranslation();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return async (locale) => {
    if (!(await switchMessages(i18n, locale))) return window.location.assign(pathname + withLocale(search, locale));
    // The address's former `?lng=` would override the choice.
    if (requestedLocale(search))
      await navigate({ pathname, search: withLocale(search), hash }, { replace: true, preventScrollReset: true, state });
    else await revalidate();
  };
}

function withLocale(search: string, locale?: Locale): string {
  const parameters = new URLSearchParams(search);
  if (locale) parameters.set(LOCALE_PARAM, locale);
  else parameters.delete(LOCALE_PARAM);
  const text = parameters.toString();
  return text && `?${text}`;
}

function useCloseOnPressOutside(menu: React.RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [menu]);
}
