export { itemAt } from './item-at.ts'
export { ok, type Result, refuse } from './result.ts'
export { valueAt } from './value-at.ts'
