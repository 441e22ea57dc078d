/** A page of long text with a table of contents. `contents`: the heading of that table. */
import type { ReactNode } from "react";

export type Chapter = { readonly id: string; readonly title: string; readonly body: ReactNode };

type Props = {
  title: string;
  lead: ReactNode;
  note?: ReactNode;
  contents: string;
  chapters: readonly Chapter[];
  children?: ReactNode;
};

export function ReadingPage({ title, lead, note, contents, chapters, children }: Props) {
  return (
    <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-22">
      <header className="max-w-[46rem]">
        <h1 className="type-h1">{title}</h1>
        <p className="type-lead mt-6">{lead}</p>
        {note && <p className="type-small mt-4">{note}</p>}
      </header>
      <div className="reading-columns mt-12 lg:mt-16">
        <nav className="reading-contents" aria-label={contents}>
          <p className="type-small pb-2">{contents}</p>
          <ul>
            {chapters.map((chapter) => (
              <li key={chapter.id}>
                <a href={`#${chapter.id}`} className="link-quiet py-1.5 text-[0.9375rem] leading-snug">
                  {chapter.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {chapters.map((chapter) => (
            <section key={chapter.id} className="reading-part" aria-labelledby={chapter.id}>
              <h2 id={chapter.id} className="type-h2 text-[1.75rem]">
                {chapter.title}
              </h2>
              {chapter.body}
            </section>
          ))}
          {children}
        </div>
      </div>
    </div>
  );
}
