import type { ReactNode } from "react";
import { PageHead } from "#ui/page-head.tsx";
import smallAvif from "../pictures/headlamp-640.avif";
import smallWebp from "../pictures/headlamp-640.webp";
import largeAvif from "../pictures/headlamp-1000.avif";
import largeWebp from "../pictures/headlamp-1000.webp";

const WITH_PICTURE = "(min-width: 1024px)";
const SIZES = "(min-width: 1320px) 736px, 50vw";
/** An empty picture for phones. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

type Props = {
  title: string;
  lead: string | undefined;
  description?: string;
  children: ReactNode;
};

/**
 * A page with its content at the start and a picture at the end, on wide screens. `lead`: the sentence
 * under the title. `description`: for search engines.
 */
export function SplitScreen({ title, lead, description, children }: Props) {
  return (
    <div className="wrap grid gap-16 py-10 lg:grid-cols-[26.25rem_minmax(0,1fr)] lg:gap-20 lg:pb-16">
      <PageHead title={title} {...(description !== undefined && { description })} />
      <div className="grid w-full max-w-[26.25rem] content-center gap-8 justify-self-center lg:min-h-[calc(100svh-var(--header-h)-10rem)]">
        <div className="grid gap-3">
          <h1 className="type-h2">{title}</h1>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {children}
      </div>
      <div className="hidden lg:block">
        <picture className="sticky top-8 block h-[calc(100svh-var(--header-h)-8rem)] max-h-[52rem] min-h-[30rem] overflow-hidden rounded-panel bg-surface">
          <source media={WITH_PICTURE} type="image/avif" srcSet={`${smallAvif} 640w, ${largeAvif} 1000w`} sizes={SIZES} />
          <source media={WITH_PICTURE} type="image/webp" srcSet={`${smallWebp} 640w, ${largeWebp} 1000w`} sizes={SIZES} />
          <img
            src={NOTHING}
            alt=""
            width={1000}
            height={800}
            decoding="async"
            className="size-full object-cover object-[62%_50%]"
          />
        </picture>
      </div>
    </div>
  );
}
