/** A piece of a text: as it stands, or one that leads somewhere. */
export interface Piece {
  text: string
  href?: string
}

/** An address up to the next space, quotation mark, angle bracket, or sign that cannot be seen. */
const ADDRESS = /https?:\/\/[^\s<>"“”„«»\p{Cc}\p{Cf}]+/giu
/** Signs that end a sentence or a clause, not an address. */
const CLOSING = /[.,;:!?'’‘…)\]}]$/
const OPENED_BY: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** A text in pieces, its web addresses as links: `http` and `https` alone, and none with a name or password in it. */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutClosing(found)
    const href = hrefOf(address)
    if (href === null) continue
    if (index > done) pieces.push({ text: text.slice(done, index) })
    pieces.push({ text: address, href })
    done = index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** A bracket that the address itself opened belongs to it. */
function withoutClosing(found: string): string {
  let address = found
  for (let last = CLOSING.exec(address)?.[0]; last; last = CLOSING.exec(address)?.[0]) {
    const opened = OPENED_BY[last]
    if (opened && count(address, opened) >= count(address, last)) break
    address = address.slice(0, -1)
  }
  return address
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, username, password, hostname, href } = new URL(address)
  return /^https?:$/.test(protocol) && hostname && !username && !password ? href : null
}
