import { isOpenPage, isPageOn, LANGUAGES, type Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import { siteMenu } from '@tegenzet/texts/site-menu'
import type { Config } from '../../config/config.ts'
import { escapeHtml } from '../../http/escape-html.ts'

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
export function renderPage({
  config: { siteName, accentStyle, features, readers },
  page,
}: {
  config: Pick<Config, 'siteName' | 'accentStyle' | 'features' | 'readers'>
  page: Page
}): string {
  const { language, documentLanguage = language, title, body, path, languages } = page
  const options = { locale: language }
  const site = escapeHtml(siteName)
  const switches = { features: [...features], ending: [] }
  // the document is the same for everybody
  const hasPage = (path: string) => isPageOn(switches, path) && (readers === 'everyone' || isOpenPage(path))
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
<header>
<a class="brand" href="/"><img src="/logo.svg" alt="" width="30" height="30"> <b>${site}</b></a>
${menuOf(language, hasPage)}${languageLinks(page, languages)}</header>
<main id="content">
${body}</main>
<footer lang="${language}">
<nav aria-label="${escapeHtml(m.ui_footer_label({}, options))}">
${footerLinks(siteName, language).map(link).join('\n')}
</nav>
</footer>
</body>
</html>
`
}

/** @param hasPage of the parts that the site has for everybody */
const menuOf = (locale: Language, hasPage: (href: string) => boolean): string =>
  `<nav lang="${locale}" aria-label="${escapeHtml(m.ui_nav_label({}, { locale }))}">
${siteMenu(hasPage, locale)
  .map(({ href, text }) => `<a href="${href}">${escapeHtml(text)}</a>`)
  .join('\n')}
</nav>
`

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

const footerLinks = (siteName: string, locale: Language): { href: string; text: string }[] => [
  { href: '/about', text: m.about_about({ site: siteName }, { locale }) },
  { href: '/terms', text: m.about_terms({}, { locale }) },
  { href: '/privacy', text: m.about_privacy({}, { locale }) },
  { href: '/moderation', text: m.about_moderation({}, { locale }) },
  { href: '/guides', text: m.about_guides({}, { locale }) },
]

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
