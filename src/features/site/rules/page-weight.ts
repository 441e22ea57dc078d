/** What the home page may weigh. It is printed there, and a test holds the page to it. */

/** All scripts of home, compressed with gzip, in bytes. */
export const HOME_SCRIPTS_LIMIT = 115_000;
