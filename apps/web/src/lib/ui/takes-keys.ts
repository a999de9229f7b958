/**
 * Whether keys belong to where they are pressed, and not to the page: in a field, or in a dialog.
 * @param others selectors of more that takes them
 */
export const takesKeys = ({ target }: Event, ...others: string[]): boolean =>
  target instanceof Element &&
  target.closest(['input', 'select', 'textarea', 'dialog', '[contenteditable]', ...others].join()) !== null
