declare global {
  namespace App {}
  /** The language that the page is built for. Not defined in development and in tests. */
  const __LOCALE__: 'en' | 'nl' | 'de' | 'fr' | undefined
  /** The points tapped before the scripts ran (static/early-taps.js). */
  var earlyTaps: string[] | undefined
}

export {}
