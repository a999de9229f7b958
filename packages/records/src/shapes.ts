import type { RuleSet } from '@tegenzet/rules'
import type { ShapeColour, TreeShape } from '@tegenzet/trees'

const LETTERS: Record<ShapeColour, string> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' }
const COLOURS = new Map(Object.entries(LETTERS).map(([colour, letter]) => [letter, colour as ShapeColour]))

/** Circles as `[%csl Gd6]`, arrows as `[%cal Rd6d5]`, in the order of the shapes. */
export function writeShapes(shapes: readonly TreeShape[]): string {
  const runs: { command: string; items: string[] }[] = []
  for (const { from, to, colour } of shapes) {
    const command = to === undefined ? 'csl' : 'cal'
    const item = `${LETTERS[colour]}${from}${to ?? ''}`
    const last = runs.at(-1)
    if (last?.command === command) last.items.push(item)
    else runs.push({ command, items: [item] })
  }
  return runs.map(({ command, items }) => `[%${command} ${items.join(',')}]`).join(' ')
}

/** Takes the shapes out of the text of a comment. Commands with anything else in them stay. */
export function readShapes(rules: RuleSet, comment: string): { shapes: TreeShape[]; text: string } {
  const shapes: TreeShape[] = []
  const parts: string[] = []
  let end = 0
  for (const command of comment.matchAll(/\[%(csl|cal)\s([^\][]*)\]/g)) {
    const [text, kind, items = ''] = command
    const read = items.split(',').map((item) => readShape(rules, item.trim(), kind === 'cal'))
    if (!read.every((shape) => shape !== null)) continue
    shapes.push(...read)
    parts.push(comment.slice(end, command.index))
    end = command.index + text.length
  }
  parts.push(comment.slice(end))
  if (parts.length === 1) return { shapes, text: comment }
  return {
    shapes,
    text: parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  }
}

function readShape(rules: RuleSet, item: string, isArrow: boolean): TreeShape | null {
  const [, letter, from, to] = /^([A-Z])([a-z]\d{1,2})([a-z]\d{1,2})?$/.exec(item) ?? []
  const colour = letter && COLOURS.get(letter)
  const isPoint = (name: string) => rules.board.points.some((point) => point.name === name)
  if (!colour || !from || !isPoint(from) || isArrow !== (to !== undefined)) return null
  if (to === undefined) return { from, colour }
  return isPoint(to) ? { from, to, colour } : null
}
