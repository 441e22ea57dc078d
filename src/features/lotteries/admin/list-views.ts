/** Of the lists of draws in the back office. */
export const LIST_VIEWS = ["current", "archived"] as const;
