/** Whether somebody has begun to fill in a form of the page that is open, and would lose it. */
export function hasTyped(page: Document = document): boolean {
  return [...page.forms].some((form) => [...form.elements].some(isChanged));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}
