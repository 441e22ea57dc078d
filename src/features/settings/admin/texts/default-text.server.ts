/** The shop's default long texts for the editor: the locale files' passages in the markup of `readBlocks`. */
import { SMALLEST_PACK } from "#features/lotteries/rules/purchase/pricing.ts";
import { PATHS, SITES } from "#features/site/shop/legal-page.tsx";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { DOCUMENTS, type TextBody, type TextDocument, type TextSection } from "#shared/text/site-text.ts";
import type { Passage } from "#ui/text/passage.tsx";

type Source = Pick<Ctx, "messages" | "env">;
/** The content of a locale file. */
type Tree = { readonly [name: string]: string | readonly string[] | Tree };
/** A text whose links are still tags of the locale files. */
type Parts = { readonly lead: string; readonly sections: readonly TextSection[] };

/** The default text of a document. */
export function defaultText(source: Source, document: TextDocument, locale: Locale): TextBody {
  const texts = (file: string) => source.messages[locale].getResourceBundle(locale, file) as Tree;
  return toBody(READERS[document](texts, source));
}

type Reader = (texts: (file: string) => Tree, source: Source) => Parts;

/** How each document's text is composed from the locale files. */
const READERS: Readonly<Record<TextDocument, Reader>> = {
  terms: (texts, { env }) =>
    passages(texts("terms"), DOCUMENTS.terms, (id) => (id === "game" && env.wording === "by-chance" ? "chance" : id)),
  privacy: (texts) => passages(texts("privacy"), DOCUMENTS.privacy),
  cookies: (texts) => passages(texts("cookies"), DOCUMENTS.cookies),
  faq(texts) {
    const faq = at(texts("home"), "faq");
    const sections = DOCUMENTS.faq.map((id) => ({ id, title: text(at(faq, id), "question"), text: text(at(faq, id), "answer") }));
    return { lead: text(faq, "text"), sections };
  },
  how_to_win(texts) {
    const page = texts("howtowin");
    const sections = DOCUMENTS.how_to_win.map((id) => ({
      id,
      title: text(at(page, id), "title"),
      text: points(at(page, id), id === "benefits" ? () => "- " : (place) => `${place + 1}. `).replaceAll(
        "{{tickets}}",
        String(SMALLEST_PACK),
      ),
    }));
    return { lead: text(at(page, "hero"), "text"), sections };
  },
  about(texts, { env }) {
    const page = texts("about");
    const { title, ...values } = at(page, "values");
    const named = Object.keys(values).filter((name) => !name.endsWith("Text"));
    const team = at(page, "team");
    const people = Object.values(team).flatMap((each) => (isTree(each) ? [each] : []));
    return {
      lead: text(page, "intro"),
      sections: [
        ...passages(page, ["mission"]).sections,
        {
          id: "values",
          title: String(title),
          text: named.map((name) => `- **${values[name]}.** ${values[`${name}Text`]}`).join("\n"),
        },
        // The people of the demonstration are invented: other shops do not start with them.
        ...(env.isDemo
          ? [
              {
                id: "team",
                title: text(team, "title"),
                text: people.map((one) => `- **${one.name}**, ${one.role}. ${one.text}`).join("\n"),
              },
            ]
          : []),
      ],
    };
  },
  enter_free(texts) {
    const page = texts("howtowin");
    return { ...passages(page, DOCUMENTS.enter_free), lead: text(at(page, "free"), "lead") };
  },
  announcements(texts) {
    const { label: _, pause: __, follow: ___, ...lines } = at(texts("common"), "ribbon");
    return { lead: Object.values(lines).join("\n"), sections: [] };
  },
  footer: () => ({ lead: "", sections: [] }),
};

const isTree = (value: Tree[string] | undefined): value is Tree =>
  typeof value === "object" && !Array.isArray(value) && value !== null;
const at = (tree: Tree, name: string): Tree => (isTree(tree[name]) ? tree[name] : {});
const text = (tree: Tree, name: string): string => String(tree[name] ?? "");

/** Passages of a locale file as sections. `nameOf`: the key of a section's passage. */
function passages(page: Tree, ids: readonly string[], nameOf = (id: string) => id): Parts {
  const sections = ids.map((id) => {
    const { title, text: paragraphs, list = [], more = [] } = at(page, nameOf(id)) as unknown as Passage;
    const parts = [...paragraphs, list.map((item) => `- ${item}`).join("\n"), ...more];
    return { id, title, text: parts.filter((part) => part !== "").join("\n\n") };
  });
  return { lead: text(page, "lead"), sections };
}

/** Items with title and text as a list. `mark`: its bullet or number. */
function points(tree: Tree, mark: (place: number) => string): string {
  const items = Object.values(tree).filter(isTree);
  return items.map((item, place) => `${mark(place)}**${item.title}.** ${item.text}`).join("\n");
}

/** Addresses of links, by tag. */
const ADDRESSES: Readonly<Record<string, string>> = { ...PATHS, ...SITES, post: "/enter-free", email: "mailto:{{email}}" };

/** Replaces tags by markup. */
function toBody({ lead, sections }: Parts): TextBody {
  const toMarkup = (words: string) =>
    words.replace(/<(\w+)>(.*?)<\/\1>/g, (_, tag: string, inner: string) =>
      tag === "b" ? `**${inner}**` : `[${inner}](${ADDRESSES[tag] ?? "/"})`,
    );
  return { lead, sections: sections.map((section) => ({ ...section, text: toMarkup(section.text) })) };
}
