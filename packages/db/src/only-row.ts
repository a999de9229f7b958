/** The row of an answer that always has one. @throws if it has none */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the database has answered without a row')
  return row
}
