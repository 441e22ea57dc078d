/** Which privacy policy holds. */

/** The day on which the current policy took effect. Change it together with its text. */
export const PRIVACY_VERSION = "2026-11-21";
