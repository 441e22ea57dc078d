/** How complete a language is, for the page "Texts". */
import type { Locale } from "#shared/language/locale.ts";

/** Messages of a file: their number, and the paths of missing, faulty and unknown ones. */
type File = {
  readonly namespace: string;
  readonly total: number;
  readonly missing: readonly string[];
  readonly faulty: readonly string[];
  readonly unknown: readonly string[];
};
/** Translated messages, of all. */
type Part = { readonly has: number; readonly total: number };
/** `files`: incomplete ones, with paths of messages; `more`: further paths that are not listed. */
export type ShownLanguage = {
  readonly locale: Locale;
  readonly name: string;
  readonly isOffered: boolean;
  readonly players: Part;
  readonly staff: Part;
  readonly files: readonly (Part & { readonly namespace: string; readonly paths: readonly string[]; readonly more: number })[];
};

/** Paths listed for a file. Others are counted. */
const MOST_PATHS = 25;

/** Sums up the survey of a language's files. */
export function shownLanguage(
  { locale, name, surveys }: { readonly locale: Locale; readonly name: string; readonly surveys: readonly File[] },
  isOffered: boolean,
): ShownLanguage {
  const isForStaff = ({ namespace }: File) => /^admin(-|$)/.test(namespace);
  const files = surveys.map((file) => ({ file, ...partOf([file]), paths: [...file.missing, ...file.faulty, ...file.unknown] }));
  return {
    ...{ locale, name, isOffered },
    players: partOf(surveys.filter((file) => !isForStaff(file))),
    staff: partOf(surveys.filter(isForStaff)),
    files: files
      .filter(({ paths }) => paths.length > 0)
      .map(({ file, has, total, paths }) => ({
        ...{ namespace: file.namespace, has, total },
        paths: paths.slice(0, MOST_PATHS),
        more: Math.max(0, paths.length - MOST_PATHS),
      })),
  };
}

function partOf(files: readonly File[]): Part {
  const total = files.reduce((sum, file) => sum + file.total, 0);
  return { has: total - files.reduce((sum, { missing, faulty }) => sum + missing.length + faulty.length, 0), total };
}
