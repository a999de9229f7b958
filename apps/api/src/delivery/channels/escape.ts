import type { ChannelFormat } from '@tegenzet/contract'
import { escapeHtml } from '../../http/escape-html.ts'

/** Nobody sees it, but the characters around it are no longer a mention or markup. */
const ZERO_WIDTH_SPACE = '\u200b'
/** Pairs of these format the words between them. Within a word, as in `jan_de_vries`, an underscore does not. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

const withoutMentions = (text: string): string => text.replaceAll('@', `@${ZERO_WIDTH_SPACE}`)

/** Makes the services show a text as it is: no mention that pings a room, no markup, no link with other words. */
export const ESCAPE: Record<ChannelFormat, (text: string) => string> = {
  discord: (text) => withoutMentions(text.replace(/[\\*~`|<>#[\]]/g, '\\$&').replace(UNDERSCORE, '\\_')),
  // also read as Markdown by Mattermost and Rocket.Chat, so that backslashes do not help: Slack shows them
  slack: (text) =>
    withoutMentions(
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replace(/[*~`[\]]/g, `${ZERO_WIDTH_SPACE}$&${ZERO_WIDTH_SPACE}`)
        .replace(UNDERSCORE, `${ZERO_WIDTH_SPACE}_${ZERO_WIDTH_SPACE}`),
    ),
  // plain text
  ntfy: (text) => text,
  telegram: withoutMentions,
  matrix: withoutMentions,
}

/** The same for the part of a message to Matrix that is HTML. */
export const escapeMatrixHtml = (text: string): string => escapeHtml(ESCAPE.matrix(text))
