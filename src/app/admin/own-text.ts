/** The shop's own long texts as an editor shows them: the message files' passages in the markup of `readBlocks`. */
import { PATHS, SITES } from "#features/site/shop/legal-parts.tsx";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/locale.ts";
import { DOCUMENTS, type TextBody, type TextDocument } from "#shared/site-text.ts";
import type { Passage } from "#ui/passage.tsx";

type Own = Pick<Ctx, "messages" | "env">;

export function shopsOwnText({ messages, env }: Own, document: TextDocument, locale: Locale): TextBody {
  const words = messages[locale].getResourceBundle(locale, document) as Readonly<Record<string, Passage>> & {
    readonly lead: string;
  };
  const sections = DOCUMENTS[document].map((id: string) => {
    const from = document === "terms" && id === "game" && env.wording === "by-chance" ? "chance" : id;
    const { title, text, list = [], more = [] } = words[from] ?? { title: "", text: [] };
    const parts = [...text, list.map((item) => `- ${item}`).join("\n"), ...more].filter((part) => part !== "");
    return { id, title, text: parts.map(toMarkup).join("\n\n") };
  });
  return { lead: words.lead, sections };
}

const ADDRESSES: Readonly<Record<string, string>> = { ...PATHS, ...SITES, post: "/enter-free", email: "mailto:{{email}}" };

function toMarkup(text: string): string {
  return text.replace(/<(\w+)>(.*?)<\/\1>/g, (_, tag: string, words: string) =>
    tag === "b" ? `**${words}**` : `[${words}](${ADDRESSES[tag] ?? "/"})`,
  );
}
