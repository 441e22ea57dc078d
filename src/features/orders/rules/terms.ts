/** Which terms a buyer agrees to with the last button; stored with each order. */

/** The day on which the current terms took effect. Change it together with their text. */
export const TERMS_VERSION = "2026-11-23";
