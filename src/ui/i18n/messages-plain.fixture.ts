/** Plain-language rules for the players' texts in both languages, and their readability. */
import { fleschKincaid } from "flesch-kincaid";
import { syllable } from "syllable";
import type { OwnLocale } from "#shared/language/locale.ts";
import { prose, QUOTED } from "./messages-texts.fixture.ts";

/** Forbidden words and phrases, each with its replacement. */
const FORBIDDEN: Readonly<Record<OwnLocale, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\be-mails?\b/i, "email"],
    [/\b(?:log|logs|logged|logging)[ -](?:in|out)\b|\blogin\b/i, "sign in, sign out"],
    [/\bby (?:it|them)sel(?:f|ves)\b/i, "say who acts: we refund you automatically"],
    [/\b(?:any|some|every)bod(?:y|ies)\b|\bnobody\b/i, "anyone, someone, everyone, no one"],
    [/\b(?:our|its|the) books\b/i, "nothing of the machinery: our records"],
    [/\bdealt\b|\bcalled off\b|\blet go\b/i, "issued, cancelled, released"],
    [/\b(?:cellar|storey|neighbour|pulse)\b/i, "nothing of the machinery"],
    [/\bstands? (?:here|below|on|in(?! for)|beside|at|there)\b/i, "you see …, … appears here"],
    [/\byour money (?:goes|comes) back\b|\bmoney (?:goes|comes) back (?:to you|by)\b/i, "we're refunding you"],
    [/\bmidnight\b/i, "at 23:59 (London time)"],
    [/\bthere is no such\b/i, "we can't find, we don't recognise"],
    [/\bin (?:all|short)\b(?! cases)/i, "total, at a glance"],
    [/\bprize draws of\b/i, "prize draws for"],
    [/\bspeaks? for\b/i, "why play with us"],
    [/\bis not right\b/i, "incorrect"],
    [/\b(?:we|you) included\b/i, "not even we can change it"],
    [/\bdoes not touch\b/i, "isn't affected"],
    [/\blook into\b/i, "check"],
    [/\b(?:it|a code) counts once\b/i, "one use per person"],
    [/\bmend(?:ed|s)?\b/i, "fix"],
    [/\bwhy we may\b|\bthis version is of\b|\bwhat we answer for\b/i, "our legal reasons, last updated, our liability"],
    [/\bno cash instead\b|\bnot content\b/i, "no cash alternative, if you're unhappy"],
    [/\bcan only be read\b/i, "read only"],
    [/\b(?:messages?|cards?|letters?) (?:has|have) come\b/i, "we have received"],
    [/\bin passing\b/i, "five badly"],
    [/\bhave left this draw\b/i, "were withdrawn from this draw"],
    [/\bto the door\b/i, "we deliver the car"],
    [/\bprograms?\b(?! that lets| you can read)/i, "apps, software"],
    [/\b(?:hurry|last chance|risk-free|not to be missed)\b/i, "no pressure"],
    [/\bgambling-free\b|(?<!skill-based games, )\bnot gambling\b/i, "by chance, with a free entry (code of practice, 1.11)"],
    [/\binsane odds\b|\byou(?:’ll| will) win\b|\bguaranteed (?:win|winner|prize)/i, "you could win; the odds as 1 in N"],
    [/\b(?:compliant|approved by|signatory|signatories)\b/i, "what we do; nobody has certified it"],
    [/(?<!(?:inside|people|all|many|in) )\bat once\b/i, "straight away"],
    [/\bthe last post\b/i, "the final postal entries"],
    [/\b(?:came|comes|come) out\b/i, "is published"],
    [/\bfor ever\b/i, "for good"],
    [/\bone after another\b/i, "one at a time"],
    [/\bfine cars?\b/i, "dream car"],
    [/\bthe sums?\b(?! of)/i, "calculation, amount"],
    [/\bpostal cards?\b/i, "postal entries"],
    [/\bcustomiz|\brecogniz|\borganiz|\bcolor\b|\bcanceled\b/i, "British spelling"],
  ],
  fr: [
    [/\bemails?\b/i, "e-mail"],
    [/\bminuit\b/i, "à 23 h 59 (heure de Londres)"],
    [/\bbalises?\b/i, "nombre aléatoire public"],
    [/\bsource publique de hasard\b/i, "nombre aléatoire public"],
    [/\bpour toujours\b/i, "définitivement"],
    [/\b(?:le|ce|un|du|au) tour (?:arriv|de drand|à venir|de la source|x)/i, "nombre drand"],
    [/\bposté\w* avant le\b/i, "au plus tard le"],
    [/\bferment\b/i, "se terminent"],
    [/\b(?:figé|gelé)\w*\b|\ble gel\b/i, "scellée"],
    [/\bmarques? (?:aléatoire|du ticket)|\bou marque\b|\bcodes? privés?\b/i, "repère privé"],
    [/\b(?:sert|compte) une (?:seule )?fois\b|\bne sert qu’une fois\b/i, "n’est valable qu’une fois"],
    [/\bnos livres\b/i, "rien des rouages : nos registres"],
    [/\bau passage\b/i, "mieux vaut un tirage bien mené que cinq bâclés"],
    [/\bplaide pour\b/i, "pourquoi nous faire confiance"],
    [/\bqui ne coûte rien\b/i, "gratuit"],
    [/\bvous garde connecté\b/i, "maintient votre connexion"],
    [/, (?:à nouveau|encore)$/i, "confirmez le mot de passe"],
    [/\bcaractères de commande\b/i, "caractères de contrôle"],
    [/\brépond(?:re|ons)? de l’argent\b/i, "est responsable des fonds"],
    [/\bdoublure\b/i, "imitation locale de drand"],
    [/\bjouer avec mesure\b/i, "jeu responsable"],
    [/\bcommander pour\b/i, "obtenir mes tickets"],
    [/\b(?:d’)?(?:eux|elles?|lui)-mêmes?\b.*\bs’(?:affich|ouvr)/i, "dire qui agit"],
    [/\bretournent à\b/i, "seront remboursés"],
    [/\bsans balises\b/i, "texte brut uniquement"],
    [/\bpasts?\b|\bdigital/i, "le mot français"],
  ],
};

/** Typographic rules for both languages and for each. Many fonts lack the narrow no-break space. */
const TYPOGRAPHY: Readonly<Record<"both" | OwnLocale, readonly (readonly [RegExp, string])[]>> = {
  both: [
    [/^\s*$/, "empty"],
    [/^\s|\s$|\s{2}/u, "a space too many"],
    [/[\u202f\u2009]/, "a narrow space"],
    [/['"]/, "a straight quote or apostrophe"],
    [/\.\.\./, "three dots for …"],
    [/ - /, "a hyphen for a dash"],
  ],
  en: [[/\s[:;!?%,.](?:\s|$)/, "a space before punctuation"]],
  fr: [
    [/[^\u00a0!?][:;!?%€£»]/, "no no-break space before : ; ! ? % € £ »"],
    [/«[^\u00a0]/, "no no-break space after «"],
    [/\d \d{3}(?!\d)|\d (?:£|€|%|h\b)|\bh \d/, "a number that can break"],
    // A placeholder reads as x.
    [
      /(?:\d|\bx) (?:j|jours?|mois|ans?|semaines?|h|heures?|min|minutes?|s|secondes?|ko|Mo|Go|o|octets?|tickets?)(?![\p{L}’-])/u,
      "a unit that can break off",
    ],
    [/[“”]/, "English quotes"],
  ],
};

/** The faults of a text; empty for a good one and for a sentence of the specification. */
export function faultsOf(text: string, locale: OwnLocale): string[] {
  if (QUOTED.includes(text)) return [];
  const plain = prose(text);
  return [
    ...FORBIDDEN[locale].flatMap(([wrong, better]) => plain.match(wrong)?.map((found) => `“${found}”: write ${better}`) ?? []),
    ...[...TYPOGRAPHY.both, ...TYPOGRAPHY[locale]].filter(([wrong]) => wrong.test(plain)).map(([, fault]) => fault),
  ];
}

/** The Flesch–Kincaid grade of English sentences; labels do not count. */
export function gradeOf(texts: readonly string[]): number {
  const sentences = texts
    .map(prose)
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .filter((sentence) => /[.!?:]$/.test(sentence) && wordsOf(sentence).length > 2);
  const words = sentences.flatMap(wordsOf);
  return fleschKincaid({
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(syllable(word), 1), 0),
  });
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\d][\p{L}\d’,.]*/gu) ?? [];
}
