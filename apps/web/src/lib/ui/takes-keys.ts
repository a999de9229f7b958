/**
 * Whether a key belongs to where it is pressed, a field or a dialog, and not to the page.
 * @param others selectors of more elements that take keys
 */
export const takesKeys = ({ target }: Event, ...others: string[]): boolean =>
  target instanceof Element &&
  target.closest(['input', 'select', 'textarea', 'dialog', '[contenteditable]', ...others].join()) !== null
