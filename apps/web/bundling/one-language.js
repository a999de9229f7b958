import { transform } from 'esbuild'

export const LOCALES = ['en', 'nl', 'de', 'fr']

/** Leaves out the texts of the other languages (see messages.ts). */
export async function inOneLanguage(code, locale) {
  const options = { minify: true, format: 'esm', treeShaking: true, define: { __LOCALE__: `"${locale}"` } }
  return (await transform(code.toString(), options)).code
}
