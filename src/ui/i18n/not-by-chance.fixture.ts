/** Claims that the code of practice for prize draws forbids in a draw by chance. */
export const NOT_BY_CHANCE = {
  en: /\bskill|\bgambling-free|\bnot gambling|\brisk-free|\bcompetitions?\b|\bcompliant|\bapproved\b|\bsignator|\binsane odds|\blast chance|\bhurry|\byou(?: will|’ll) win/i,
  fr: /jeux? (?:d’adresse|de connaissance)|(?:non|pas) (?:de|des|un) jeux? d’argent|sans risque|conforme au code|approuvé|signataire|dernière chance|dépêchez|vous (?:allez gagner|gagnerez)/i,
};

/** In games of skill, chance never picks the winner. Odds ("the same chance") are fine. */
export const BY_CHANCE = {
  en: /\bby chance|\bat random\b|\bgames? of chance|\bchance alone|\bby lot\b/i,
  fr: /par le hasard|au hasard|le hasard décide|seul le hasard|jeux? de hasard|gagnants? (?:est|sont|a été|ont été) tirés? au sort|tirés? au sort parmi/i,
};
