import { getRegionalLocale } from './locale.svelte.ts'

/** A number with its sign: "+12", "−7". Locales write a hyphen, which is shorter than the plus and may end a line. */
export const formatSigned = (value: number, fractionDigits: number): string =>
  new Intl.NumberFormat(getRegionalLocale(), {
    signDisplay: 'exceptZero',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })
    .format(value)
    .replace('-', '−')
