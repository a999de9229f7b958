// Before the first paint, so that a page never flashes in the other theme. A file of its own, because the
// content security policy allows no inline script. The keys agree with src/lib/theme.svelte.ts and
// src/lib/boards/board-settings.svelte.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const board = localStorage.getItem('board')
  if (board) document.documentElement.dataset.board = board
} catch {
  // Storage is closed to us: the system's theme it is.
}
