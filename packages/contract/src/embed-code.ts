/**
 * The HTML that puts a board into a page of another site. This file has no dependencies, so that browsers can import it.
 */

/** In pixels: the board with the names, the buttons and some moves. */
export const EMBED_SIZE = { width: 480, height: 640 }

interface EmbeddedBoard {
  /** The frame's address. */
  url: string
  /** For readers who hear the page. */
  title: string
  width?: number
  height?: number
}

export function embedCode({
  url,
  title,
  width = EMBED_SIZE.width,
  height = EMBED_SIZE.height,
}: EmbeddedBoard): string {
  return `<iframe src="${quoted(url)}" title="${quoted(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
}

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
