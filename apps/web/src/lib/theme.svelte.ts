export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** Must match static/theme.js, which sets the theme before the first paint. */
const KEY = 'theme'

let current = $state<Theme>((globalThis.document?.documentElement.dataset.theme as Theme) ?? 'system')

/** The theme chosen on this device; reactive. */
export const getTheme = (): Theme => current

export function setTheme(theme: Theme): void {
  current = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
