/** Rows of stones, mirrored along the line between the camps: the rows become the columns. */
export function mirroredRows(rows: string): string {
  const lines = rows.split('/')
  return lines.map((_, n) => lines.map((line) => line[n]).join('')).join('/')
}
