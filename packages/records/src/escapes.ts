const entity = (character: string): string => `&#${character.codePointAt(0)};`

const decodeEntities = (text: string): string =>
  text.replace(/&#(\d{1,7});/g, (whole, digits: string) => {
    const code = Number(digits)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })

/** Writes a comment so that it can be read back: it ends at no brace inside, and no line of it looks like a new game. */
export const encodeComment = (text: string): string =>
  text
    .replace(/&(?=#\d)/g, entity)
    .replace(/[}\r]/g, entity)
    .replace(/\[(?=%(?:csl|cal)\b)/g, entity)
    .replace(/\n(?=[\s[%]|$)/g, entity)
    .replace(/^\s|\s$/g, entity)

export const decodeComment = (text: string): string => decodeEntities(text.trim())

export const encodeTag = (value: string): string =>
  value
    .replace(/&(?=#\d)/g, entity)
    .replace(/[\r\n]/g, entity)
    .replace(/[\\"]/g, '\\$&')

export const decodeTag = (text: string): string => decodeEntities(text.replace(/\\(["\\])/g, '$1'))
