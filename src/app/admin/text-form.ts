/** The sections of a long text as the editor's form sends them. */
import { LONGEST_TEXT, type TextBody, type TextSection } from "#shared/site-text.ts";

/** Bytes: as much as the longest text in letters of two bytes, each escaped. */
export const MOST_TEXT_BYTES = 3 * 1024 * 1024;

export function readTextBody(form: URLSearchParams): TextBody {
  const all = (name: string) => form.getAll(name).map((value) => value.replaceAll("\0", "").replaceAll("\r\n", "\n"));
  const [ids, titles, texts] = [all("id"), all("title"), all("text")];
  const taken: string[] = [];
  const sections = titles.slice(0, LONGEST_TEXT.sections + 1).map((title, at) => {
    const sent = ids[at] ?? "";
    const id = /^[a-z][\w-]{0,40}$/i.test(sent) && !taken.includes(sent) ? sent : freeId([...ids, ...taken]);
    taken.push(id);
    return { id, title, text: texts[at] ?? "" };
  });
  return { lead: all("lead")[0] ?? "", sections };
}

function freeId(ids: readonly string[]): string {
  let number = 1;
  while (ids.includes(`part-${number}`)) number += 1;
  return `part-${number}`;
}

/** @param intent "add", "up 2", "down 2" or "remove 2" */
export function moveSections(body: TextBody, intent: string): TextBody {
  const [what, place] = intent.split(" ");
  const at = Number(place);
  const ids = body.sections.map(({ id }) => id);
  if (what === "add") return { ...body, sections: [...body.sections, { id: freeId(ids), title: "", text: "" }] };
  if (what === "remove") return { ...body, sections: body.sections.filter((_, each) => each !== at) };
  return { ...body, sections: swapped(body.sections, what === "up" ? at - 1 : at) };
}

function swapped(sections: readonly TextSection[], at: number): readonly TextSection[] {
  const [first, second] = [sections[at], sections[at + 1]];
  if (!(first && second)) return sections;
  return [...sections.slice(0, at), second, first, ...sections.slice(at + 2)];
}
