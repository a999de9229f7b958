export type { Report, Searcher, SearchTask } from './search-task.ts'
export { UciSession } from './uci-session.ts'
