/** For tests, from the code of practice for prize draws: what nobody says of a draw by chance. */
export const NOT_BY_CHANCE = {
  en: /\bskill|\bgambling-free|\bnot gambling|\brisk-free|\bcompetitions?\b|\bcompliant|\bapproved\b|\bsignator|\binsane odds|\blast chance|\bhurry|\byou(?: will|’ll) win/i,
  fr: /jeux? (?:d’adresse|de connaissance)|(?:non|pas) (?:de|des|un) jeux? d’argent|sans risque|conforme au code|approuvé|signataire|dernière chance|dépêchez|vous (?:allez gagner|gagnerez)/i,
};
