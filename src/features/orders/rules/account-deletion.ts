/** The word to type, in every language, before an account is deleted. Source: specification, section 9. */
export const DELETE_WORD = "DELETE";
