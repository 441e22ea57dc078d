/** Phrases banned from advertising. Sources: UK code for prize draws, 1.11, and CAP Code 8.20. */

/** `risk` plays down losses; `promise` promises wins; `chance` calls it skill; `claim` claims approval. */
export type PhraseFault = "pressure" | "risk" | "promise" | "chance" | "claim";

const REFUSED: Readonly<Record<PhraseFault, RegExp>> = {
  pressure:
    /\b(?:last chance|final chance|hurry|act (?:now|fast)|be quick|don't miss|not to be missed|selling (?:out )?fast|almost gone|before it's too late|derniere chance|depeche[zr]?|hate[zr]?-vous|faites vite|ne (?:manquez|ratez)|a ne pas (?:manquer|rater)|avant qu'il ne soit trop tard|presque epuise\w*|urgent\w*)\b/,
  risk: /\b(?:risk[- ]free|no risk|without risk|nothing to lose|sans (?:aucun )?risque|aucun risque|rien a perdre|(?:way out of|pay off|clear) (?:your )?debts?|(?:payez|remboursez|reglez) vos dettes|vos dettes)\b/,
  promise:
    /\b(?:you(?:'ll| will) win|guaranteed (?:to )?(?:win\w*|prize)|sure to win|insane odds|can't lose|vous (?:allez gagner|gagnerez)|(?:gain|gagnant|lot)s? garantis?|(?:sur|certain)e?s? de gagner|a tous les coups)\b/,
  chance:
    /\b(?:competitions?|games? of skill|skill(?:-| )based|jeux?-concours|jeux? d'adresse|(?:une?|la|cette|notre) competition|concours d'adresse)\b/,
  claim:
    /\b(?:gambling-free|not gambling|isn't gambling|compliant|approved by|signator(?:y|ies)|certified by|pas (?:un |de )?jeux? d'argent|sans jeux? d'argent|approuve\w* par|certifie\w* par|signataires?|conforme au code)\b/,
};
const FAULTS = Object.keys(REFUSED) as PhraseFault[];

/** The first banned phrase, without accents and in lower case. */
export type RefusedPhrase = { readonly phrase: string; readonly fault: PhraseFault };

/** Ignores case, accents, invisible characters, and kinds of spaces and apostrophes. */
export function findRefusedPhrase(text: string): RefusedPhrase | undefined {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]|(?!\s)\p{C}/gu, "")
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[‐‑–]/g, "-")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
  for (const fault of FAULTS) {
    const phrase = plain.match(REFUSED[fault])?.[0];
    if (phrase !== undefined) return { phrase, fault };
  }
  return undefined;
}
