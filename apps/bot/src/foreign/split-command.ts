/** The words of a command. Quotes, single or double, keep spaces together. */
export const splitCommand = (command: string): string[] =>
  Array.from(command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) => word.replaceAll(/["']/g, ''))
