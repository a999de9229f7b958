import { LANGUAGES, type Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { footerLinks } from '@tegenzet/texts/site-menu'
import type { Config } from '../../config/config.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { pagesFor, type Reader, siteHeader } from './site-header.ts'

export interface Page {
  /** Language of the page around the document. */
  language: Language
  /** Language of the document, if it differs. */
  documentLanguage?: Language
  title: string
  /** HTML. */
  body: string
  path: string
  /** The languages to switch to. */
  languages: readonly Language[]
}

const LANGUAGE_NAMES: Record<Language, string> = {
  nl: 'Nederlands',
  de: 'Deutsch',
  en: 'English',
  fr: 'Français',
}

/** A page that works without scripts; `theme.js` of the web client only applies the chosen theme. */
export function renderPage(
  { config, caller }: Reader & { config: Pick<Config, 'accentStyle'> },
  page: Page,
): string {
  const { siteName, accentStyle } = config
  const { language, documentLanguage = language, title, body, path, languages } = page
  const options = { locale: language }
  const site = escapeHtml(siteName)
  const link = ({ href, text }: { href: string; text: string }) =>
    `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`
  return `<!doctype html>
<html lang="${documentLanguage}"${accentStyle ? ` style="${accentStyle}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${site}</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
<script src="/theme.js"></script>
</head>
<body>
<a class="skip" href="#content">${escapeHtml(m.ui_skip_to_content({}, options))}</a>
${siteHeader({ config, caller }, language, path)}<main id="content">
${body}</main>
<footer lang="${language}">
${languageLinks(page, languages)}<nav aria-label="${escapeHtml(m.ui_footer_label({}, options))}">
${footerLinks(siteName, pagesFor({ config, caller }), language).map(link).join('\n')}
</nav>
</footer>
</body>
</html>
`
}

function languageLinks({ language, path }: Page, languages: readonly Language[]): string {
  if (languages.length < 2) return ''
  const links = languages.map(
    (each) =>
      `<a href="${path}?lang=${each}" lang="${each}" hreflang="${each}"${each === language ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[each]}</a>`,
  )
  return `<nav aria-label="${escapeHtml(m.ui_language({}, { locale: language }))}">
${links.join('\n')}
</nav>
`
}

/** The language that a visitor asks for: by the address, else by the browser's settings, else English. */
export function pageLanguage(asked: unknown, acceptLanguage: string | undefined): Language {
  const weighted = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q=/)
    return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const tags = weighted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  return [asked, ...tags.map(({ tag }) => tag)].map(known).find((each) => each !== undefined) ?? 'en'
}

const known = (tag: unknown): Language | undefined =>
  LANGUAGES.find((language) => typeof tag === 'string' && language === tag.toLowerCase().split('-')[0])
