import type { Attachment } from 'svelte/attachments'

/** What follows within this time is said together: a move and the prepared reply to it are up to a quarter of a second apart. */
const SETTLE_MS = 500
/** Nothing waits longer than this for what may follow. */
const LONGEST_WAIT_MS = 1500
/** A screen reader that is still reading has this long to take up what was said. */
const KEPT_MS = 15_000

/** Where announcements are said; an open dialog has a region of its own, because what lies outside of it is silent. */
const regions: HTMLElement[] = []
let events: string[] = []
/** Elements whose text has changed. */
const changed = new Set<Element>()
/** What was said last of an element. */
const said = new WeakMap<Element, string>()
let timer: ReturnType<typeof setTimeout> | undefined
let waitsSince = 0

/** Says a sentence to screen readers after what was said before, and only once if it comes twice at the same time. */
export function announce(sentence: string): void {
  if (!events.includes(sentence)) events.push(sentence)
  wait()
}

/** Makes an element the place where announcements are said, until it is removed. */
export const announcementRegion: Attachment<HTMLElement> = (region) => {
  regions.push(region)
  return () => void regions.splice(regions.indexOf(region), 1)
}

/** Says the text of an element each time it has changed. Only the last of several changes in a moment is said, after events. */
export const announceChanges: Attachment = (element) => {
  said.set(element, textOf(element))
  return follow(element)
}

/** As `announceChanges`, and says the text with which the element appears. */
export const announceText: Attachment = (element) => {
  changed.add(element)
  wait()
  return follow(element)
}

function follow(element: Element): () => void {
  const observer = new MutationObserver(() => {
    changed.add(element)
    wait()
  })
  observer.observe(element, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    changed.delete(element)
  }
}

const textOf = ({ textContent }: Element): string => textContent.replace(/\s+/g, ' ').trim()

function wait(): void {
  if (timer === undefined) waitsSince = performance.now()
  clearTimeout(timer)
  const longest = waitsSince + LONGEST_WAIT_MS - performance.now()
  timer = setTimeout(say, Math.max(0, Math.min(SETTLE_MS, longest)))
}

function say(): void {
  timer = undefined
  const sentences = [...events, ...newTexts()].filter(Boolean)
  events = []
  const region = regions.at(-1)
  if (sentences.length === 0 || !region) return
  // Appended, so that nothing is overwritten before it has been read.
  const paragraph = document.createElement('p')
  paragraph.textContent = sentences.join(' ')
  region.append(paragraph)
  setTimeout(() => paragraph.remove(), KEPT_MS)
}

function newTexts(): string[] {
  const texts = [...changed]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, text: textOf(element) }))
    .filter(({ element, text }) => said.get(element) !== text)
  changed.clear()
  for (const { element, text } of texts) said.set(element, text)
  return texts.map(({ text }) => text)
}
