/** Passwords that keep the three rules and are guessed first all the same: lists of leaked passwords are full of them. */

/** Lower case, without the digits around. */
const STEMS = new Set(
  `
  password passw0rd pa55word pa55w0rd p4ssword p4ssw0rd p@ssword p@ssw0rd p@55word p@55w0rd pa$$word pa$$w0rd passwort motdepasse mot2passe
  welcome welc0me w3lcome letmein iloveyou trustno changeme changeit login master admin administrator root
  hello bonjour soleil doudou loulou chouchou jetaime marseille paris france
  qwerty qwertyu qwertyui qwertyuiop qwert qazwsx qazwsxedc zaqwsx asdf asdfgh asdfghj asdfghjkl zxcvbn zxcvbnm azerty azertyui azertyuiop
  qwe asd abc abcd aa a abcabc q1w2e3r4t q1w2e3r qw1er2ty q1w2e3r4t5y
  dragon monkey football baseball basketball superman batman spiderman starwars pokemon princess sunshine shadow michael michelle jordan
  charlie daniel thomas jessica ashley nicole george william matthew andrew joshua robert hunter harley ranger buster tigger ginger pepper
  summer winter spring autumn january february march april june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday printemps automne hiver liverpool arsenal chelsea everton tottenham rangers celtic manchester manutd
  london england scotland ireland britain flower butterfly chocolate cookie cheese banana computer internet samsung iphone google facebook
  whatever freedom lovely loveme babygirl blessed jesus angel killer mustang ferrari porsche mercedes corvette concours concourse
  tickets ticket lottery winner lucky
  `
    .trim()
    .split(/\s+/),
);

/** A guesser tries a word with a year or a few digits, not with twenty. */
const LONGEST_GUESS = 16;

/** True for a well-known word with digits around it ("Password123"), and for runs of the keyboard ("1Qaz2wsx"). The three rules are enough for everything else. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (RUNS.has(plain)) return true;
  return plain.length <= LONGEST_GUESS && STEMS.has(plain.replace(/^\d+|\d+$/g, ""));
}

const RUNS = new Set(
  "1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 qwer1234 1234qwer asdf1234 abc123abc a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa11bb22 123abc456 12345qwert 1a2b3c4d 11aa22bb 123qweasd 123qwe123 qwe123qwe abcd1234 1234abcd 1azerty1 a1z2e3r4 1a2z3e4r".split(
    " ",
  ),
);
