import { webTests } from './vitest.config.ts'

// A separate project, because Vitest starts a new worker whenever the next file has another environment.
export default webTests({ name: 'web-dom', environment: 'jsdom', include: ['src/**/*.dom.test.ts'] })
