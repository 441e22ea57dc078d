/** In days from the draw: CAP Code, 8.14. Draw pages, terms and /how-to-win state it. */
export const HANDOVER_DAYS = 30;
