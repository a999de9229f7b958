import { tempRedis } from './temp-redis.ts'

/** For the tests of several processes (`live-processes.test.ts`), which then talk through Redis. */
export default async function startRedis(): Promise<() => Promise<void>> {
  const redis = await tempRedis()
  process.env.TEST_BUS_URL = redis.url
  return redis.kill
}
