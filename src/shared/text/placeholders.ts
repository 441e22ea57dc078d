/** A placeholder such as `{{name}}`, with its name as the first group, in texts that staff write. */
export const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
