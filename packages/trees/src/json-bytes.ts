/** The size of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value)
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // The two halves of a surrogate pair are four bytes together. JSON escapes a half that stands alone.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes += 2
    else if (unit >= 0x80) bytes += 1
  }
  return bytes
}
