/** Pictures one at a time, by swipe, arrows, keys or thumbnails. Scrolls without scripts. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import { ArrowLeft, ArrowRight } from "../icons.ts";
import { Picture } from "./picture.tsx";

type Props = {
  label: string;
  pictures: readonly { readonly picture: StoredPicture; readonly alt: string }[];
  badge?: ReactNode;
  priority?: boolean;
  compact?: boolean;
  to?: string;
};

const sizes = "(min-width: 1320px) 716px, (min-width: 1024px) calc(100vw - 604px), 100vw";

export function Gallery({ label, pictures, badge, priority = false, compact = false, to }: Props) {
  const { t } = useTranslation("common");
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const several = pictures.length > 1;

  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) setCurrent([...list.children].indexOf(entry.target));
        }
      },
      { root: list, threshold: 0.6 },
    );
    for (const slide of list.children) watcher.observe(slide);
    return () => watcher.disconnect();
  }, []);

  function show(index: number) {
    const list = strip.current;
    list?.scrollTo({ left: index * list.clientWidth * readingDirection() });
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowRight: readingDirection(), ArrowLeft: -readingDirection() }[event.key];
    if (!by) return;
    event.preventDefault();
    // Beyond the last picture this does nothing.
    show(current + by);
  }

  return (
    // No landmark: a list of draws would have two of the same name.
    <div>
      <div className="gallery-stage bleed">
        <ul
          ref={strip}
          className="gallery-strip"
          tabIndex={several ? 0 : undefined}
          aria-label={label}
          aria-roledescription={t("gallery.role")}
          onKeyDown={onKeyDown}
        >
          {pictures.map(({ picture, alt }, index) => (
            <li key={picture.url}>
              <MaybeLink to={to}>
                <Picture picture={picture} alt={alt} sizes={sizes} priority={priority && index === 0} />
              </MaybeLink>
            </li>
          ))}
        </ul>
        {badge && <div className="absolute top-4 start-4">{badge}</div>}
        {several && (
          <>
            <div className="gallery-arrows" data-compact={compact || undefined}>
              <button
                type="button"
                className="round"
                aria-label={t("gallery.previous")}
                disabled={current === 0}
                onClick={() => show(current - 1)}
              >
                <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="round"
                aria-label={t("gallery.next")}
                disabled={current === pictures.length - 1}
                onClick={() => show(current + 1)}
              >
                <ArrowRight size={20} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </div>
            <p className={`chip absolute bottom-4 ${compact ? "start-4" : "end-4"}`} aria-hidden="true">
              {current + 1} / {pictures.length}
            </p>
          </>
        )}
      </div>
      {several && !compact && (
        <ul
          className="mt-3 grid gap-3"
          style={{ gridTemplateColumns: `repeat(${Math.max(3, pictures.length)}, minmax(0, 1fr))` }}
        >
          {pictures.map(({ picture, alt }, index) => (
            <li key={picture.url}>
              <button
                type="button"
                className="thumb"
                aria-label={t("gallery.show", { position: index + 1, total: pictures.length, alt })}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
              >
                <Picture picture={picture} alt="" sizes="(min-width: 1024px) 232px, 33vw" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** 1, or -1 in right-to-left languages, where the next picture is to the left. */
const readingDirection = () => (document.dir ? -1 : 1);

/** A link around a picture, if `to` is set. Not focusable: the draw's title is the link for keyboards. */
function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to} tabIndex={-1} className="block size-full" draggable={false}>
      {children}
    </Link>
  );
}
